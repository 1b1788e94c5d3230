"""What tests stand on is ``prepared``; a process that only hands them out to others imports none of it."""

import importlib


def pytest_configure(config):
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(importlib.import_module("prepared"), "prepared")
