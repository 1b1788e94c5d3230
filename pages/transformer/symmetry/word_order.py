"""The words of a sentence in another order: N4-16; R21, R91, R92."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

import streamlit as st
from torch import Tensor

from core import zoo
from core.experiments import symmetry as computed
from core.models.transformer import Transformer
from core.steps import Trace
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.lesson.pictures import rounding, titled
from pages.components.numbers import Numeral, numerals, plain
from pages.components.order import put, reorder
from pages.components.text import words
from pages.transformer.symmetry import PAGE

KEY = "symmetry order"


@st.cache_resource(show_spinner=False, max_entries=1)
def double(name: str) -> Transformer:
    """The model with an encoder in float64, so that rounding is seen to be rounding; the rest is the model's own."""
    encoder, model = zoo.load(name).model.encoder, copy.copy(zoo.load(name).model)
    model._modules = model._modules | {"encoder": copy.deepcopy(encoder).double()}
    return model


@lesson.panel
def word_order(trace: Trace) -> None:
    """f(PX) beside P f(X) on the reader's sentence. EXHIBITS N4-16."""
    w, labels = words(PAGE), trace["source"].labels[0]
    model, ids = double(model_choice.name()), trace["source"].value
    with lesson.exhibit(PAGE, "N4-16"):
        left, right = st.columns([0.58, 0.42], gap="large")
        with left:
            order = reorder(labels, key=KEY, label=w["drag"], start=range(len(labels))[::-1])
            _buttons(len(labels))
            st.latex(r"f(PX) \overset{?}{=} P\,f(X)")
            places, masked, layers = _switches(len(model.encoder))
        with right:
            _meters(model, ids, order, layers, (places, masked))
        _outputs(model, ids, order, labels, (places, masked), layers)
        _rearranged(model, ids, order, labels, (places, masked))
        _last_word(model, ids)
        lesson.erratum("R21", lambda: _r21(model, ids, _telling(ids, order)))
        lesson.erratum("R91", lambda: _r91(model, ids, _telling(ids, order)))
        lesson.erratum("R92", lambda: _r92(model, ids, _telling(ids, order)))


def _telling(ids: Tensor, order: Sequence[int]) -> list[int]:
    """This order of the words, or, if it leaves the sentence as it is, the reverse, or all moved on by one."""
    places = list(range(len(ids)))
    orders = [list(order), places[::-1], [*places[1:], *places[:1]]]
    return next((one for one in orders if not ids[one].equal(ids)), orders[0])


def _buttons(count: int) -> None:
    w, straight = words(PAGE), list(range(count))
    halves = [*straight[1::2], *straight[0::2]]
    orders = {"swap": [1, 0, *straight[2:]][:count], "reverse": straight[::-1], "deal": halves, "undo": straight}
    with st.container(horizontal=True):
        for name, order in orders.items():
            st.button(w[name], key=f"order {name}", on_click=put, args=(KEY, order), disabled=count < 2)
    st.caption(w["drag"])


def _switches(most: int) -> tuple[bool, bool, int]:
    w = words(PAGE)
    columns = st.columns(3, vertical_alignment="bottom")
    places = in_link(columns[0].toggle)(w["places"], False, key="symmetry places")
    masked = in_link(columns[1].toggle)(w["mask"], False, key="symmetry mask")
    layers = lesson.pressed(columns[2], w["layers"], range(1, most + 1), "symmetry layers", most)
    return places, masked, min(layers, most)


def _meters(model, ids: Tensor, order, layers: int, now: tuple[bool, bool]) -> None:
    """The largest difference in the mode at hand; once the reader has guessed, in all four."""
    w, meters = words(PAGE), computed.meters(model, ids, order, layers)
    st.metric(w["meter"], plain(meters[now], 2), border=True)
    if (telling := _telling(ids, order)) != list(order):
        meters = computed.meters(model, ids, telling, layers)
    values = {f"{'places' if p else 'bare'}_{'mask' if m else 'open'}": value for (p, m), value in meters.items()}
    values["bare_open"] = rounding(values["bare_open"])
    if not lesson.predict(PAGE, "N4-16", ["rounding", "tenth", "large"], values.copy, _size, _varied(ids)):
        return
    names = {mode: " · ".join((w["with_places" if mode[0] else "no_places"], w["with_mask" if mode[1] else "no_mask"]))
             for mode in meters}
    charts.bars({names[mode]: value for mode, value in meters.items()}, w["meter_axis"],
                       tones=[0 if mode == now else -1 for mode in meters], scale="log", digits=2)


def _size(differences: Mapping) -> str:
    """How large the difference is with the mask alone."""
    return "rounding" if differences["bare_mask"] < 0.01 else "tenth" if differences["bare_mask"] < 1 else "large"


def _varied(ids: Tensor) -> bool:
    """Whether another order is another sentence: not of one word, or one again and again."""
    return len({*ids.tolist()}) > 1


def _outputs(model, ids: Tensor, order, labels, mode: tuple[bool, bool], layers: int) -> None:
    """The two results, one below the other's place, and their difference on the same scale."""
    here = list(order)
    expected = computed.states(model, ids, *mode)[layers][here]
    outputs = computed.states(model, ids[here], *mode)[layers]
    rows, limit = [labels[i] for i in here], max(expected.abs().max().item(), outputs.abs().max().item())
    options = {"rows": rows, "limit": limit, "row_link": "word", "column_link": "d"}
    heatmap([titled(PAGE, "found", outputs.numpy(), **options), titled(PAGE, "expected", expected.numpy(), **options),
             titled(PAGE, "difference", (outputs - expected).numpy(), **options)],
            key="symmetry outputs", operators=("−", "="), height=260)


def _rearranged(model, ids: Tensor, order, labels, mode: tuple[bool, bool]) -> None:
    """The weights of one head before and after: moved, and the same or not."""
    w, here = words(PAGE), list(order)
    before, after = (computed.weights(model, i, *mode)[0] for i in (ids, ids[here]))
    left, right = st.columns([0.22, 0.78], gap="large")
    with left:
        st.markdown(w["rearranged"])
        head = lesson.numbered(st, w["head"], len(before), "symmetry head")
        moved = before[head][here][:, here]
        st.caption(w["rearranged_by"].format(most=Numeral((moved - after[head]).abs().max())))
    with right:
        axes = {"scale": "sequential", "limit": 1.0, "row_link": "query", "column_link": "key",
                "row_axis": w["query"], "column_axis": w["key"]}
        now = [labels[i] for i in here]
        heatmap([titled(PAGE, "before", before[head].numpy(), rows=labels, columns=labels, **axes),
                 titled(PAGE, "after", after[head].numpy(), rows=now, columns=now, **axes)],
                key="symmetry weights", operators=("→",), height=360)


def _last_word(model, ids: Tensor) -> None:
    """With a mask and no positions: can the last word tell the order of the earlier ones?"""
    n, w = len(ids), words(PAGE)
    if not lesson.enough(PAGE, not ids[:-1].equal(ids[:-1].flip(0))):  # or else reversing them changes nothing
        return
    differences = computed.differences(model, ids, [*range(n - 1)[::-1], n - 1], False, True)
    if lesson.predict(PAGE, "N4-16.last", ["never", "from_two", "at_once"], one=rounding(differences[1, -1].item()),
                      more=differences[-1, -1].item(), layers=str(len(differences) - 1), truth="from_two"):
        heatmap(titled(PAGE, "by_layer", differences[1:].numpy(), scale="magnitude",
                       rows=[w["layer_n"].format(n=i) for i in range(1, len(differences))], column_axis=w["place"]),
                key="symmetry last")


def _r21(model, ids: Tensor, order) -> None:
    """Attention and a recurrent network on the words in another order."""
    if not lesson.enough(PAGE, _varied(ids)):
        return
    w, off = words(PAGE), computed.with_the_words(model, ids, order)
    lesson.figures(*((w[f"r21_{name}"], plain(change, 2)) for name, change in off.items()))
    st.caption(w["r21_note"])


def _r91(model, ids: Tensor, order) -> None:
    if not lesson.enough(PAGE, _varied(ids)):
        return
    w, readings = words(PAGE), computed.readings(model, ids, order)
    printed, right = st.columns(2)
    printed.markdown(w["r91_printed"].format(**numerals(readings)))
    right.markdown(w["r91_right"].format(**numerals(readings)))


def _r92(model, ids: Tensor, order) -> None:
    w, differences = words(PAGE), computed.token_by_token(model, ids, order)
    printed, right = st.columns(2)
    printed.markdown(w["r92_printed"].format(**numerals(differences)))
    right.markdown(w["r92_right"].format(**numerals(differences)))
