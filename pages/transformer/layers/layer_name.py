"""What a layer is called."""

from __future__ import annotations

from pages.components.text import words


def layer_name(place: str) -> str:
    """encoder.0 in words."""
    stack, number = place.split(".")[:2]
    return words("walkthrough")[f"group_{stack}"].format(n=int(number) + 1)
