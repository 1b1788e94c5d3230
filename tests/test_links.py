"""Whatever stands in a link to the walkthrough, the page answers and keeps what was typed."""

import pytest
from opened import opened
from test_pages import PARAMETERS, WALK, answered, shown, strings


@pytest.mark.slow
def test_whatever_a_link_says_is_survived():
    found = strings()
    for i in range(0, len(found), 6):
        link = {name: found[(i + k * 41) % len(found)] for k, name in enumerate(PARAMETERS)}
        answered(opened(WALK, **link), link["text"])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PARAMETERS if name != "text"])
def test_one_bad_parameter_leaves_the_page_whole(name):
    good = {"lang": "en", "model": "translator-zh-en", "text": "我昨天买了一本书。", "depth": "numbers",
            "step": "decoder.0.cross_attention.weights", "head": "1", "cell": "decoder.0.cross_attention.weights@1.2.3"}
    for text in strings()[::24] + strings()[4:5]:
        app = opened(WALK, **good | {name: text})
        answered(app, good["text"])
        assert "book" in shown(app)
