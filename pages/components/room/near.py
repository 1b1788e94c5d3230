"""Where phones find this computer in its network: told to who sits at it, and to nobody else."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_ANY = ("", "0.0.0.0", "::")
_OUTSIDE = "192.0.2.1", 9  # an address that nobody has: which way would lead there
_CONTAINERS = "/.dockerenv", "/run/.containerenv"  # the address of a container is of no use outside
_FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"}
_HERE = re.compile(r"(localhost|127\.[\d.]+|\[::1\])(:\d+)?", re.IGNORECASE)


def own_address() -> str:
    """This computer's own in its network; "" where there is none that phones reach. Nothing is sent."""
    if str(st.get_option("server.address") or "") not in _ANY or any(Path(one).exists() for one in _CONTAINERS):
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)  # of datagrams this chooses the way alone
            found = ipaddress.ip_address(probe.getsockname()[0])
        except OSError:
            return ""
    reached = found.is_private and not (found.is_loopback or found.is_link_local or found.is_unspecified)
    return str(found) if reached else ""


def is_here(client: str | None, headers: Mapping[str, str]) -> bool:
    """Whether a browser on this computer asks, by a name that is of this computer alone, and no proxy for another.

    ``client``: its address; None where it is this computer.
    """
    names = {name.lower(): value for name, value in headers.items()}
    try:
        near = client is None or ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False
    return near and not _FORWARDED & names.keys() and bool(_HERE.fullmatch(names.get("host", "")))


def told(words: Mapping[str, str], client: str | None, headers: Mapping[str, str]) -> dict[str, str]:
    """The words of a room; to who sits at this computer with its address."""
    near = own_address() if is_here(client, headers) else ""
    known = {"this_computer_alone": words["this_computer_alone_at"].replace("{near}", near)} if near else {}
    return {name: text for name, text in words.items() if name != "this_computer_alone_at"} | known
