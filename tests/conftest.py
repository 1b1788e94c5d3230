"""One thread per test process, and a fixed seed before every test."""

import pytest
import torch

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)
