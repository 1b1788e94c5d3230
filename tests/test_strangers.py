"""The sentences of strangers: the two hundred and the later ones, and what counts as a translation."""

from __future__ import annotations

import pytest

from core.data import strangers

FIRST, LATER = strangers.lists().values()


def bare(sentences):
    """Texts without their marks."""
    return ["".join(filter(str.isalnum, one.text)) for one in sentences]


@pytest.mark.parametrize(("sentences", "count", "least"), [(FIRST, 200, 60), (LATER, 102, 26)])
def test_the_strangers_sentences(sentences, count, least):
    assert len(sentences) == len(set(bare(sentences))) == count
    assert all(sum(one.length == length for one in sentences) >= least for length in strangers.LENGTHS)
    assert all(one.pattern.groups == 0 and not set("{}<>/") & set(one.pattern.pattern) for one in sentences)


def test_the_later_sentences_are_others():
    assert not set(bare(FIRST)) & set(bare(LATER))


@pytest.mark.parametrize(("accepted", "yes", "no"), [
    ("<today> it is {very|} cold", ("Today it's cold.", "It is very cold today"), ("It is today cold.", "It is cold.")),
    ("I {want|would like} {a|one} {cup {of tea|}|tea}", ("I want a cup", "I would like one cup of tea", "I want a tea"),
     ("I want of tea", "I want a cup tea")),
    ("he has {a|the} movie / a movie", ("He has a film!", "A movie."), ("he has", "has a movie", "a movie a movie"))])
def test_what_counts_as_a_translation(accepted, yes, no):
    stranger = strangers.Stranger("", accepted)
    assert all(map(stranger.right, yes)) and not any(map(stranger.right, no))
