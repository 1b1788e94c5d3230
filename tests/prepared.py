"""What the tests stand on: one thread, a fixed seed, the run most lessons are tested on, a visitor in real Chromium."""

import functools
import gc
import os

import brought_models
import pytest
import torch
from browser import CHROMIUM, Visit, chromium, gallery, served
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import app_test, local_script_runner
from trap import trapped, trapping

from core import zoo

os.environ["ATTENTION_MODELS"] = "/nonexistent"  # what the operator has brought is not under test
torch.set_num_threads(1)
manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)
# or each page that a test opens would read the metadata of all installed packages anew, for 0.3 s
app_test.ScriptCache = local_script_runner.ScriptCache = functools.cache(app_test.ScriptCache)
# as on a server: a script is compiled once


def ended(runner, timeout):
    """Wait for a page's thread. Streamlit looks a thousand times a second whether it has ended, and takes it time."""
    runner._script_thread.join(timeout)
    if runner._script_thread.is_alive():
        runner.request_stop()
        raise RuntimeError(f"The page was not drawn within {timeout} s.")


local_script_runner.require_widgets_deltas = ended

LONG = ("test_pages", "test_equations", "test_fidelity_decoding", "test_lessons_training", "test_trace", "test_data",
        "test_hostile", "test_guessed_pages")


def pytest_collection_modifyitems(items):
    """Files that drive a browser come first, then those that take long: short ones fill the end of both workers.

    A test that drives one is tried twice, which the summary tells (RERUN): on a busy machine a page may come too late.
    """
    driving = [item for item in items if "browser" in item.fixturenames]
    for item in driving:
        item.add_marker(pytest.mark.flaky(reruns=1))
    paths = {item.path for item in driving}
    items.sort(key=lambda item: (item.path not in paths, item.path.stem not in LONG))


def pytest_collection_finish():
    """What all files have imported stays: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def seed():
    """On the CPU alone: ``torch.manual_seed`` also writes down its call's stack for every other kind of device."""
    torch.default_generator.manual_seed(0)


@pytest.fixture(scope="module")
def translator():
    return zoo.load("translator-zh-en")


@pytest.fixture(scope="module")
def trace(translator):
    return translator.trace("我昨天买了一本书。")


@pytest.fixture(scope="session")
def real_models():
    """The folder with the real SmolLM2 and MiniLM, which the package registry has."""
    with pytest.MonkeyPatch.context() as patch:
        return brought_models.folder(patch)


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """The environment of a server whose connections outside are trapped."""
    return trapping(tmp_path_factory.mktemp("trap"))


@pytest.fixture(scope="session")
def server(tmp_path_factory, environment):
    assert CHROMIUM, "The browser tests need Chromium: apt-get install chromium-headless-shell."
    with served(tmp_path_factory.mktemp("home"), environment=environment) as running:
        yield running


@pytest.fixture(scope="session")
def drawn(tmp_path_factory, environment):
    """A server below a path, whose pages tests draw."""
    home = tmp_path_factory.mktemp("drawn")
    with served(home, script=gallery(home), base="lecture/notes", environment=environment) as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def context(browser):
    """Where visitors come one after another: what every page loads is fetched and compiled once for all of them."""
    made = browser.new_context(locale="en-US")
    yield made
    made.close()


@pytest.fixture
def visit(server, environment, browser, context):
    """A visitor of whom nobody knows anything; afterwards: nothing left the machine, and nothing broke in the page."""
    with Visit(browser, server.address, context=context) as visitor:
        yield visitor
        assert visitor.hosts <= {"127.0.0.1", None}
        assert not visitor.failures
    assert "Traceback" not in server.said() and "external" not in server.said().lower()
    assert trapped(environment) == []
