"""A model is never changed for an experiment: other readers compute with it at the same time."""

import pytest
import torch
from samples import close
from test_house import PRODUCT
from torch.func import functional_call

from core import zoo
from core.experiments.replaced_parameters import with_parameters


def test_no_model_is_given_parameters_in_place():
    """``functional_call`` swaps them in the model itself for the time of the call."""
    assert not [path for path in PRODUCT if "functional_call(" in path.read_text("utf-8")]


@pytest.mark.parametrize("name", ["translator-zh-en", "open-zh-en"])
def test_a_copy_computes_with_what_is_given_and_the_model_with_its_own(name):
    """The numbers of ``functional_call``; the gradient reaches what was given; all else is shared, none is changed."""
    model, read = zoo.load(name).model, (torch.arange(5), torch.arange(4))
    before = dict(model.named_parameters())
    given = {"source_embedding.W_E": torch.zeros_like(model.source_embedding.W_E).requires_grad_()}
    with torch.enable_grad():
        own = with_parameters(model, given)
        scores = own(*read)
        scores.sum().backward()
    assert close(scores, functional_call(model, given, read), 0) and given["source_embedding.W_E"].grad.any()
    assert not model(*read).requires_grad and not torch.equal(model(*read), scores)
    assert all(one is before[path] for path, one in model.named_parameters())
    shared = dict(own.named_parameters()).items()
    assert all(one is before[path] for path, one in shared if path not in given)
