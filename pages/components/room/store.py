"""The rooms of this server: in its memory, or where several replicas share them, as ``ATTENTION_ROOMS`` says.

``ATTENTION_ROOMS=redis://host:6379/0`` names a Redis or Valkey; without it nothing has to be installed.
"""

from __future__ import annotations

import os

from pages.components.room.state import Rooms

ADDRESS = os.environ.get("ATTENTION_ROOMS", "")


def _made(address: str):
    """Rooms by the address of their store; "" for this process's memory."""
    if not address:
        return Rooms()
    from pages.components.room.shared import SharedRooms

    return SharedRooms(address)


rooms = _made(ADDRESS)
