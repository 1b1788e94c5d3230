"""A Redis of one's own, on loopback, that keeps nothing on disk."""

import shutil
import subprocess
import time
from contextlib import contextmanager

import redis
from browser import free_port

SERVER = shutil.which("redis-server") or shutil.which("valkey-server")


@contextmanager
def stored(folder):
    """Its address."""
    assert SERVER, "This test needs Redis or Valkey: apt-get install redis-server."
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    process = subprocess.Popen([SERVER, *options], stdout=subprocess.DEVNULL)
    address = f"redis://127.0.0.1:{port}/0"
    try:
        with redis.Redis.from_url(address) as store:
            for _ in range(200):
                try:
                    store.ping()
                    break
                except redis.ConnectionError:
                    time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait()
