"""The switchboard: every switch moves the output, none moves anything when it is off, and every page bears them all."""

from pathlib import Path

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.edits import Ablate, Permute, Scale, SetCell, Skip, from_text, to_text
from pages.components.switchboard import SWITCHES

ROOT = Path(__file__).parent.parent
SENTENCE = "老师昨天给学生一本新书。"
HEADS = [(f"{stack}.{layer}.{kind}_attention.weights", head) for stack, kinds in (("encoder", ["self"]),
         ("decoder", ["self", "cross"])) for kind in kinds for layer in (0, 1) for head in range(4)]
EDITS = {
    **SWITCHES,
    "cold": (Scale("*.scores", 10.0),),
    "hot": (Scale("*.scores", 0.1),),
    "reversed": (Permute("source_embedding.scaled", "token", tuple(reversed(range(9)))),),
    "drawn": (SetCell("decoder.1.cross_attention.weights", (0, 2, 5), 0.9, True),),
    **{f"{step} {head}": (Ablate(step, head),) for step, head in HEADS},
}
LESSONS = ("walkthrough", "positions", "attention", "similarity", "heads", "layers", "decoder", "output")


def test_no_edits_change_no_bit(translator):
    base, again = translator.trace(SENTENCE), translator.trace(SENTENCE, from_text(to_text(())))
    assert list(base) == list(again)
    assert all(torch.equal(base[name].value, again[name].value) for name in base)


@pytest.mark.parametrize("name", EDITS)
def test_every_switch_moves_the_output(translator, name):
    base, changed = translator.trace(SENTENCE), translator.trace(SENTENCE, EDITS[name])
    assert not torch.equal(base["logits"].value, changed["logits"].value)
    assert from_text(to_text(EDITS[name])) == EDITS[name]


@pytest.mark.parametrize("name", EDITS)
def test_a_switch_changes_nothing_before_it(translator, name):
    base, changed = translator.trace(SENTENCE), translator.trace(SENTENCE, EDITS[name])
    for step in base:
        if changed[step].edited:
            return
        assert torch.equal(base[step].value, changed[step].value)
    raise AssertionError("no step was edited")


@pytest.mark.parametrize("name", [*SWITCHES, "cold", "reversed", "drawn"])
def test_the_edited_model_says_something(translator, name):
    answer = translator.translate(SENTENCE, EDITS[name])
    assert all(word in translator.target_vocabulary.words for word in answer)


@pytest.mark.parametrize("name", [*SWITCHES, "cold", "reversed", "drawn", HEADS[0][0] + " 0"])
@pytest.mark.parametrize("page", LESSONS)
def test_every_page_bears_every_switch(page, name):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in {"lang": "en", "text": SENTENCE, "edits": to_text(EDITS[name])}.items():
        app.query_params[key] = value
    app.switch_page(f"pages/transformer/{page}.py").run()
    assert not app.exception and not app.error
    assert app.button_group(key="view").value is not None


def test_a_link_with_edits_that_do_not_fit_gives_a_message():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["edits"] = to_text((Ablate("decoder.9.cross_attention.weights", 0), Skip("logits")))
    app.switch_page("pages/transformer/walkthrough.py").run()
    assert not app.exception and app.warning
