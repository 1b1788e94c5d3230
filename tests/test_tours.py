"""The tour of every model in both languages, from the whole machine to what the model ends in, without an error."""

import pytest
from headless_page import opened

from core import catalog, zoo
from pages.components import model_choice
from pages.components.bar.navigation import WALK
from pages.components.stage import ending
from pages.components.stage.run import ENDING, run
from pages.components.stage.stop_text import toured, unit_of
from pages.components.text_files import LANGUAGES, page_words

ENDS = {"labels": "labels", "class": "classes", "picture": "painted", "marks": "twins", "boxes": "boxes"}
"""By what a model answers that does not write: the last scene of its tour."""


def scenes(name, language):
    """The frames of a model's tour, each with its title; and the key of its last scene."""
    walk = run(name, model_choice.EXAMPLES[name], language, "light", (), "base")
    unit = unit_of(zoo.load(name).trace(model_choice.EXAMPLES[name]))
    titles = {one.stop: toured(one.key, language, unit)[0] for one in walk.scenes}
    return {at: titles.get(at, "") for at in walk.tour}, walk.scenes[-1].key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", catalog.names())
def test_every_tour_goes_to_what_the_model_ends_in(name, language):
    """Half of the frames in one language, half in the other, the last in both; test_stop_text reads all texts."""
    app = opened("transformer/walkthrough", model=name, lang=language, tour="1")
    frames, last = scenes(name, language)
    walked = {*list(frames)[LANGUAGES.index(language)::len(LANGUAGES)], list(frames)[-1]}
    for at, title in ((at, title) for at, title in frames.items() if at in walked):
        app.session_state[WALK] = {"step": at}
        app.run()
        assert not app.exception and not app.error and not app.warning, at
        assert not title or any(title in one.value for one in app.markdown), at
    able = catalog.abilities(name)
    assert (list(frames)[-1] == ENDING) == able.writes
    assert last == (("hidden" if able.can_fill else "next_word") if able.writes else ENDS[able.answers])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in catalog.names() if catalog.abilities(name).writes])
def test_the_likeliest_at_every_place_leads_to_the_end(name, language):
    """A reader who takes what stands first each time sees the text grow until all is written."""
    app = opened("transformer/walkthrough", model=name, lang=language, tour="1", step=ENDING)
    asked = page_words(language, "stage")["gaps.ending" if catalog.abilities(name).can_fill else "ending"]
    assert [one.value for one in app.markdown if one.value.startswith("## ")] == [f"## {asked}"]
    slot, asking = app.session_state[ending.SLOT], (name, model_choice.EXAMPLES[name], ())
    while (ranking := ending._ranked(*asking, slot["ids"], 1.0))[1] and len(slot["ids"]) < 64:
        shares = [share for _, _, share in ranking[1]]
        assert sum(shares) <= 1 + 1e-5 and shares == sorted(shares, reverse=True)
        slot["ids"] += (ranking[1][0][0],)
    app.run()
    assert slot["ids"] and not ranking[1] and not app.exception and not app.error and not app.warning
    assert ranking[0]["before"] + ranking[0]["new"] and not ranking[0]["after"]
    if language == LANGUAGES[0]:
        app.session_state[ending.SLOT] |= {"ids": slot["ids"][:3], "at": 0, "temperature": 2.5, "top_k": 7}
        _comes_back(app.run())


def _comes_back(app):
    """What was made of the run stands in its link; of another run, or spoiled, it is as if nothing had been said."""
    link = dict(app.query_params)
    slot, said = app.session_state[ending.SLOT], link[ending.LINK]
    restored = opened("transformer/walkthrough", **link)
    assert not restored.exception and dict(restored.query_params) == link
    again = restored.session_state[ending.SLOT]
    assert all(again[name] == slot[name] for name in ("run", "ids", "at", "temperature", "top_k"))
    assert len(again["pieces"]) == len(again["ids"])
    stamp, turned, top_k, ids, at = said.split("~")
    spoiled = ["", "~", said + "~", "1~" + said.partition("~")[2]] + ["~".join((stamp, *rest)) for rest in (
        ("nan", top_k, ids, at), ("0.0", top_k, ids, at), ("3.9", top_k, ids, at), (turned, "9999", ids, at),
        (turned, top_k, "999999", "0"), (turned, top_k, ids, "99"), (turned, top_k, f"{ids}." * 80 + "1", at))]
    assert not [text for text in spoiled if ending._from_link(slot["run"], text)]


@pytest.mark.parametrize("name", [name for name in catalog.names() if catalog.abilities(name).can_continue])
def test_a_model_writes_on_by_itself_and_each_word_opens_again(name):
    app = opened("transformer/walkthrough", model=name, lang="en", tour="1", step=ENDING)
    slot, run = app.session_state[ending.SLOT], (name, model_choice.EXAMPLES[name], ())
    begin = ending._ranked(*run, (), 1.0)[0]["before"]
    for _ in range(100):
        slot |= {"write": True, "top_k": 1}
        app.run()
        assert not app.exception and not app.warning and not slot["write"]
        texts, ranked = ending._ranked(*run, slot["ids"], 1.0, 1)
        assert begin + "".join(slot["pieces"]) == texts["before"] + texts["new"]
        assert len(slot["pieces"]) == len(slot["ids"]) > 0
        if not ranked:
            break
    assert not ranked
    for place, chosen in enumerate(slot["ids"][:4]):
        slot["at"] = place
        app.run()
        assert not app.exception and ending._ranked(*run, slot["ids"][:place], 1.0, 1)[1][0][0] == chosen
