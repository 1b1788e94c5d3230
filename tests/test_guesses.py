"""Guess before reveal: right or not is said, why the wrong answer tempts, and first guesses are counted."""

import pytest
from opened import answered, opened
from test_texts import LANGUAGES, toml

PAGE = "transformer/attention"


@pytest.mark.parametrize("language", LANGUAGES)
def test_right_and_wrong_are_told_apart_and_counted(language):
    w = toml(language, "lesson")
    app = opened(PAGE, {"N0-03": "doubles", "N0-10": "vanishes", "N2-12": "one"}, lang=language)
    right, wrong = [box.value for box in app.success], [box.value for box in app.warning]
    assert len(right) == 2 and len(wrong) == 1 and len(answered(app)) == 3
    assert all(value.startswith(f"**{w['guessed_right']}**") for value in right)
    assert wrong[0].startswith(f"**{w['guessed_wrong']}**")
    told = [caption.value for caption in app.caption]
    assert told.count(w["guesses"].format(right=2, all=3)) == 1


def test_only_the_first_guess_counts():
    w = toml("en", "lesson")
    app = opened(PAGE, {"N0-03": "same", "N0-10": "both"}, lang="en")
    app.session_state["guess attention N0-03"] = "doubles"
    app.run()
    assert len(app.success) == 2 and not app.warning
    assert w["guesses"].format(right=1, all=2) in [caption.value for caption in app.caption]
