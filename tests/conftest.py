"""What the tests stand on: one thread, a fixed seed, the run most lessons are tested on, a visitor in real Chromium."""

import pytest
import torch
from browser import CHROMIUM, Visit, chromium, served

from core import zoo

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


@pytest.fixture(scope="module")
def translator():
    return zoo.load("translator-zh-en")


@pytest.fixture(scope="module")
def trace(translator):
    return translator.trace("我昨天买了一本书。")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    assert CHROMIUM, "The browser tests need Chromium: apt-get install chromium."
    with served(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def visit(server, browser):
    """A fresh visitor; afterwards: nothing left the machine, and nothing broke in the page."""
    with Visit(browser, server.address) as visitor:
        yield visitor
        assert visitor.hosts <= {"127.0.0.1", None}
        assert not visitor.failures
    assert "Traceback" not in server.said() and "external" not in server.said().lower()
