"""The anatomy that lesson pages share: question, exhibit, predict then reveal, erratum, where it stands.

A page's prose is ``assets/text/LANGUAGE/PAGE.md``: ``## question`` and, for an exhibit, ``## N0-05`` (what it is),
``## N0-05.intuition`` (the same without formulas: what it is for), ``## N0-05.try`` (what to predict),
``## N0-05.reveal`` (what is true; ``{names}`` are filled with live numbers), ``## N0-05.wrong`` (why others tempt).
Errata are in ``errata.md``: ``## R01.printed``, ``## R01.right``, ``## R01.why``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errata import BY_ID
from core.formula import Equation
from core.notes import N0
from pages.components import item_pages, model_choice, reading, session
from pages.components.address import expander, in_link
from pages.components.formula.view import formula
from pages.components.glossary import PLAIN
from pages.components.glossary.view import also, passage_with_cards
from pages.components.labels_told import filled
from pages.components.lecture import projected
from pages.components.lesson import contents, near, score
from pages.components.lesson.errata import badge, linked, place
from pages.components.links import order, script
from pages.components.numbers import plain
from pages.components.text import language, prose, words
from pages.components.text_files import passages

panel = near.panel
Place = DeltaGenerator | ModuleType
"""Where something is drawn: a column, a container, or ``st``, where the page stands."""


def _replies() -> bool:
    """Whether the model under study answers in the language it is asked in: a "translation" is a reply."""
    return model_choice.abilities().fit(answers="sentence", translates=False)


def question(page: str) -> None:
    """The page's title, its question in one line, and where to find what."""
    st.title(words("app")[f"page_{page}"], anchor=False)
    st.markdown(f"##### {passage_with_cards(page, 'question')}")
    if takes := _takes(page):
        st.caption(takes)
    if shown := also(page):
        st.caption(shown)
    w = words("lesson")
    if _replies() and any(w["translation"] in text for text in passages(language(), page).values()):
        st.caption(w["answers"])
    if model_choice.most():
        st.caption(w["pieces"])
    if step := _first_step(page):
        st.page_link(script("transformer/walkthrough"), label=w["to_stop"], query_params={"step": step},
                     icon=":material/directions_walk:")
    contents.keep_place(page)
    sought = linked()
    if sought is not None and item_pages.ERRATA.get(sought.id, "").rpartition("/")[2] == page:
        title = prose("errata", f"{sought.id}.title")
        st.markdown(f":material/arrow_downward: [{sought.id} · {title}](#{sought.id.lower()})")


def _takes(page: str) -> str:
    """How long a lesson takes and what is read before it; "" for a page on which one looks things up."""
    if page not in {one.rpartition("/")[2] for one in reading.routes(order())["first"]}:
        return ""
    w, titles, before = words("lesson"), words("app"), reading.BEFORE.get(page, ())
    pages = " · ".join(f"[{titles[f'page_{one}']}]({one})" for one in before)
    return w["takes_after" if before else "takes"].format(minutes=reading.minutes(language(), page), pages=pages)


def _first_step(page: str) -> str:
    """The step of the walkthrough that shows the first of N0's equations on this page; "" where there is none."""
    numbers = (number for number, treats in item_pages.EQUATIONS.items() if treats.rpartition("/")[2] == page)
    return next((N0[number].step.format(l=0) for number in numbers if N0[number].step), "")


@contextmanager
def exhibit(page: str, *ids: str) -> Iterator[None]:
    """A bordered part of a page that shows one exhibit of the notes, or several that are one; its anchor is the id.

    One that needs a damaged file says so, and the page goes on.
    """
    if contents.add(page, ids[0]):
        near.first(ids[0])
    with st.container(border=True, key=f"exhibit-{'-'.join(ids)}"):
        heading, _, body = passage_with_cards(page, ids[0]).partition("\n")
        if session.depth() == session.DEPTHS[0] and f"{ids[0]}.{PLAIN}" in passages(language(), page):
            body = passage_with_cards(page, f"{ids[0]}.{PLAIN}")
        st.subheader(heading, anchor=ids[0].lower())
        st.markdown(body)
        near.wait(page, ids[0])
        noted = [identity for identity in ids if identity[:1] == "N" and identity[1:2].isdigit()]
        if noted:
            st.caption(" · ".join(noted), width="content", help=words("lesson")["exhibit_help"].format(
                id=noted[0], note=noted[0][:2], number=int(noted[0][3:])))
        with near.telling():
            yield


def enough(page: str, possible: bool) -> bool:
    """Whether the reader's sentence is long and varied enough for what comes next; if not, that is said."""
    if not possible:
        st.caption(words(page)["too_short"])
    return possible


def predict(page: str, key: str, options: Sequence[str], compute: Callable[[], Mapping[str, str | float]] = dict,
            truth: str | Callable[[Mapping[str, str | float]], str] = "", possible: bool = True,
            **numbers: str | float) -> bool:
    """Ask first, then reveal: the reader picks one of the options, and the truth is told with this run's numbers.

    ``options``: keys of the page's words. ``compute``: further numbers, which nobody waits for before the guess.
    ``truth``: the right option, or what finds it among the numbers; without it nobody is told right or wrong;
    who missed also reads ``## KEY.wrong``. ``possible``: whether the sentence can show it. Returns whether it is told.
    """
    if not enough(page, possible):
        return False
    w, labels = words("lesson"), words(page)

    def answer() -> tuple[dict[str, str], str]:
        values = numbers | dict(compute())
        written = {name: number if isinstance(number, str) else plain(number, 4) for name, number in values.items()}
        return written, truth(values) if callable(truth) else truth

    if projected.shown():
        if not projected.asks(key):
            return True
        written, right = answer()
        told = filled(prose(page, f"{key}.reveal"), written, language())
        return projected.offer(page, key, prose(page, f"{key}.try"), options, labels, right, told)
    st.markdown(f"**{w['try']}** {passage_with_cards(page, f'{key}.try')}")
    guess = st.pills(w["guess"], options, key=f"guess {page} {key}", format_func=lambda o: labels[o],
                     label_visibility="collapsed", wrap=True)
    if st.session_state.get("room held"):
        from pages.components.room import guess as room_guess  # only for who has a room

        room_guess.ask(page, key, options, labels, answer)
    if guess is None:
        st.caption(w["guess_first"])
        return False
    written, right = answer()
    if right:
        score.judged(page, key, written, guess == right)
    else:
        st.success(filled(passage_with_cards(page, f"{key}.reveal"), written, language()), icon=":material/lightbulb:")
    return True


def guessed(page: str, key: str) -> bool:
    """Whether the reader has guessed; on a projector, whether what the room is asked has been revealed."""
    if projected.shown():
        return not projected.asks(key) or bool(st.session_state.get(f"revealed {page} {key}"))
    return st.session_state.get(f"guess {page} {key}") is not None


def controls() -> DeltaGenerator:
    """A line for what is chosen: sliders, switches and buttons, their feet on one height."""
    return st.container(horizontal=True, vertical_alignment="bottom")


def pressed(where: Place, label: str, options: Sequence, key: str, default: Any = None,
            named: Callable[[Any], str] = str) -> Any:
    """Buttons of which one is always pressed, at first the default, or else the first; ``named``: what it is called."""
    return in_link(where.segmented_control)(label, options, default=options[0] if default is None else default,
                                            required=True, key=key, format_func=named)


def one_of(where: Place, label: str, options: Sequence, names: Mapping[str, str], prefix: str, key: str,
           default: Any) -> Any:
    """The same, each called by its name among ``names``, after the prefix."""
    return pressed(where, label, options, key, default, lambda one: names[f"{prefix}{one}"])


def numbered(where: Place, label: str, count: int, key: str, default: int = 0) -> int:
    """The same with 1, 2, 3 ..., for layers and heads; which one is pressed, from 0."""
    return pressed(where, label, range(count), key, default, lambda i: str(i + 1))


def figures(*named: tuple[str, Any], where: Place = st, border: bool = False) -> None:
    """Numbers side by side, each under what it is called."""
    for column, (name, number) in zip(where.columns(len(named)), named):
        column.metric(name, number, border=border)


def erratum(identity: str, show: Callable[[], None]) -> None:
    """An error of the notes: the formula as printed, as it is, why, and both computed live by ``show``.

    While it is folded, none of this is drawn: it comes with the rerun that unfolding asks for.
    """
    w = words("lesson")
    title, entry = prose("errata", f"{identity}.title"), BY_ID[identity]
    if entry is linked():
        st.subheader(f"{identity} · {title}", anchor=identity.lower())
    near.holds(identity)
    folded = expander(identity, f"{identity} · {title}", entry is linked(), icon=":material/report:")
    with folded, st.container(key=f"erratum-{identity}"):
        st.caption(f"{badge(entry)} {entry.note} · {place(entry)}", width="content",
                   help=w["erratum_help"].format(id=identity, severity=words("errata")["severity_help"]))
        if not (st.session_state[f"open {identity}"] or near.whole_page()):
            return
        printed, right = st.columns(2)
        printed.markdown(f"**{w['printed']}**\n\n{passage_with_cards('errata', f'{identity}.printed')}")
        right.markdown(f"**{w['right']}**\n\n{passage_with_cards('errata', f'{identity}.right')}")
        show()
        st.markdown(passage_with_cards("errata", f"{identity}.why"))


def stands(*equations: Equation) -> None:
    """Where it stands: number and formula in the notes, and, at the depth of code, the function that computes it.

    Intuition goes without formulas.
    """
    for equation in equations if session.depth() != session.DEPTHS[0] else ():
        formula(equation, depth=session.depth())
