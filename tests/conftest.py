"""One thread per test process, a fixed seed before every test, and the run that most lessons are tested on."""

import pytest
import torch

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
