"""Whatever stands in a link, the page answers, keeps what was typed, and names a model that is not here."""

import pytest
from headless_page import opened
from hostile_texts import PARAMETERS, strings
from test_pages import WALK, answered, shown

from pages.components.text_files import escaped


@pytest.mark.slow
def test_whatever_a_link_says_is_survived():
    """Twenty-five links with ten texts, nearly one of each kind, each translated once: test_hostile types hundreds."""
    texts = strings()
    for i in range(0, len(texts), 12):
        link = {name: texts[(i + k * 41) % len(texts)] for k, name in enumerate(PARAMETERS)}
        link["text"] = texts[10 + i // 30 * 5]
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


@pytest.mark.parametrize("page, language", [(WALK, "en"), ("transformer/heads", "zh")])
@pytest.mark.parametrize("wanted", ["smollm2", "[x](http://y) **" + "z" * 60])
def test_a_model_that_is_not_here_is_named(page, language, wanted):
    app = opened(page, lang=language, model=wanted)
    notice = next(box.value for box in app.info if box.icon == ":material/swap_horiz:")
    assert not app.exception and escaped(wanted[:40]) in notice and "core.bring" in notice
