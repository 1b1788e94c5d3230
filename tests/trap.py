"""A trap set in a server's own process: connections that leave the machine are written down and refused.

Written down is also that SymPy is imported where nothing is trained, which some of torch's functions do: it takes a
second and 50 MB.
"""

import inspect
import os
import textwrap

from browser import ROOT


def trap():
    """Started with every Python of the server: whatever is not loopback is written down and refused."""
    import os
    import socket
    import sys

    def note(*what):
        with open(os.environ["TRAPPED"], "a", encoding="utf-8") as file:
            print(*what, file=file)

    def heard(event, given):
        if event == "import" and given[0] == "sympy" and "torch._dynamo" not in sys.modules:  # torch.optim needs both
            note(event, given[0])
        if event not in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
            return
        place = given[0] if event.startswith("socket.get") else given[1]
        host = str(place[0] if isinstance(place, tuple) else place)
        if event == "socket.connect" and not isinstance(place, tuple):
            return  # a socket of this machine, by its path
        if host not in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "None"):
            note(event, host)
            raise socket.gaierror(f"{host} lies outside")

    sys.addaudithook(heard)


def trapping(folder):
    """What the environment of a server must hold to be trapped; ``folder``: where the trap lies."""
    (folder / "sitecustomize.py").write_text(f"{textwrap.dedent(inspect.getsource(trap))}\n\ntrap()\n", "utf-8")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "TRAPPED": str(folder / "trapped.txt")}


def trapped(environment):
    """What was trapped, a line each: the event, and the host or the module."""
    try:
        with open(environment["TRAPPED"], encoding="utf-8") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []
