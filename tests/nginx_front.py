"""The app as deployed: nginx as configured, on loopback, in front of replicas."""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager

from browser import ROOT, Server, free_port

DEPLOY = ROOT / "assets" / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
SECRET = {"STREAMLIT_SERVER_COOKIE_SECRET": "one secret for both"}


class Front:
    """nginx as ``assets/deploy/nginx.conf`` says, on loopback, with its files in a folder of its own."""

    def __init__(self, folder, ports):
        self.port, self.log = free_port(), folder / "access.log"
        text = (DEPLOY / "nginx.conf").read_text("utf-8")
        for old, new in (("listen 8080", f"listen 127.0.0.1:{self.port}"),
                         ("app-1:8501", f"127.0.0.1:{ports[0]}"), ("app-2:8501", f"127.0.0.1:{ports[-1]}"),
                         ("/var/log/nginx", str(folder)), ("/var/cache/nginx/lecture", str(folder / "cache"))):
            assert old in text
            text = text.replace(old, new)
        (folder / "nginx.conf").write_text(text, "utf-8")
        own = "user root;" if os.getuid() == 0 else ""  # the folder is this user's alone
        options = f"daemon off; pid {folder}/nginx.pid; {own}"
        self.process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", options])
        self.address = f"http://127.0.0.1:{self.port}"

    def upstreams(self, path, count=1):
        """Which replicas were asked for a path, and what the cache said, in order; once so many are in the log."""
        lines, end = [], time.monotonic() + 10
        while len(lines) < count and time.monotonic() < end:
            lines = [line for line in self.log.read_text("utf-8").splitlines() if f" {path} " in line]
        return [tuple(line.rsplit(" ", 3)[1:3]) for line in lines]

    def stop(self):
        self.process.terminate()
        self.process.wait()


@contextmanager
def running(folder, count=2, **environment):
    """nginx in front of so many replicas, at most two: (it, the replicas)."""
    replicas = [Server(folder, port=free_port(), environment=SECRET | environment) for _ in range(count)]
    front = None
    try:
        for replica in replicas:
            replica.wait()
        front = Front(folder, [replica.address.rpartition(":")[2] for replica in replicas])
        time.sleep(0.5)
        yield front, replicas
    finally:
        for one in (*replicas, *([front] if front else [])):
            one.stop()
