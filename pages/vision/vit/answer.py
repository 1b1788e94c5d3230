"""Draw a digit: what the model answers, and where its class token looks. N0-29; R37, R38."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.data import digits
from core.equations import vision
from core.experiments import published_vision as published
from core.experiments import vit as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.bar.picture import small
from pages.components.cache import fragment, shared
from pages.components.draw import draw
from pages.components.lesson.one_head import encoder_attentions
from pages.components.numbers import Numeral, fixed, plain
from pages.components.pixels import Panel, paper, pixels
from pages.components.text import words
from pages.vision.vit import PAGE

_mistaken, _shuffled = runs.of_model(computed.mistaken), runs.of_sentence(computed.without_places)


def answer(trace: Trace) -> None:
    """The drawing, the answer, and the weights of the class token laid over the picture it reads."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-29"):
        left, right = st.columns((1, 1.35), gap="large")
        with left:
            draw(digits.written(trace["picture"].value.numpy()), side=digits.SIDE, levels=digits.LEVELS, key="digit",
                 label=w["draw"], on_change=readable_text.put_text)
            _wrong(w)
        with right:
            _says(trace, w)
        _looks(trace)
        lesson.predict(PAGE, "N0-29", ("same_answer", "other_answer"), lambda: _shuffled() | in_the_paper(),
                       lambda changes: "same_answer" if changes["none"] < 1e-5 else "other_answer",
                       possible=_shuffled()["places"] > 1e-5)
        lesson.erratum("R37", lambda: _sizes(trace))
        lesson.erratum("R38", lambda: _zero(trace))
        lesson.stands(vision.class_row.equation, vision.class_scores.equation, vision.class_probabilities.equation)


def _says(trace: Trace, w: dict[str, str]) -> None:
    """The answer, from the class token or from the mean of the patches, which the last matrix was never taught."""
    likely, names = trace["class_probabilities"].value[0], trace["class_probabilities"].labels[-1]
    mean = in_link(st.toggle)(w["from_mean"], False, key="vit mean")
    if mean:
        likely = computed.answered_by(model_choice.subject().model, trace["encoder_norm.output"].value, "mean")
    best = int(likely.argmax())
    st.markdown(w["says"].format(digit=names[best], share=Numeral(likely[best])))
    charts.bars(dict(zip(names, likely.tolist())), w["probability"], domain=(0, 1.15), step=25,
                tones=[1 if i == best else 0 for i in range(len(names))])
    if mean:
        right = _right_by_row(model_choice.name())
        st.caption(w["from_mean_told"].format(**{row: fixed(share, 1) for row, share in right.items()}))


@shared
def _right_by_row(model: str) -> dict[str, float]:
    return computed.right_by_row(model_choice.loaded(model).model)


def _wrong(w: dict[str, str]) -> None:
    """The held-out digits that the model reads wrong, to pick."""
    model = model_choice.name()
    mistaken = _mistaken(model)
    st.caption(w["wrong"].format(count=len(mistaken), all=len(digits.split()["test"])))
    with st.container(horizontal=True, gap="xsmall", key="pictures-wrong"):
        for number, text in enumerate(mistaken, 1):
            st.button(f"![{w['wrong_n'].format(n=number)}]({small(model, text)})", key=f"wrong {number}",
                      on_click=readable_text.put_text, args=(text,))


@fragment
def _looks(trace: Trace) -> None:
    """Each head of a layer, their mean, and the rollout through all layers so far."""
    w = words(PAGE)
    paths = encoder_attentions(trace)
    layer = lesson.numbered(st, w["layer"], len(paths), "vit layer")
    A = trace[f"{paths[layer]}.weights"].value[:, 0].double()
    rolled = computed.rolled_out(trace)
    through = rolled["mixed"].value[0] if not layer else rolled["rolled"].value[layer - 1]
    rows = [(w["head_n"].format(n=i + 1), row) for i, row in enumerate(A)]
    rows += [(w["mean"], A.mean(0)), (w["rollout"], through[0])]
    image = paper(trace["picture"].value.numpy())
    pixels([_panel(title, image, row.numpy(), w) for title, row in rows], key="looks", label=w["looks"], size=290)
    st.caption(w["fog"])


def _panel(title: str, image: np.ndarray, row: np.ndarray, w: dict[str, str]) -> Panel:
    """The class token's row: its share on each patch as fog, its share on itself in words."""
    side = round((len(row) - 1) ** 0.5)
    return Panel(title, image, fog=row[1:].reshape(side, side), note=w["own_share"].format(share=Numeral(row[0])))


def in_the_paper() -> dict[str, float]:
    """What ViT-B/16 is worth as a reader of a bag of patches, and with positions: percentages of ImageNet."""
    rows = published.TABLES["vit_positions"].rows
    return {"bag": 100 * rows["none"][0], "placed": 100 * rows["1-D"][0]}


def _sizes(trace: Trace) -> None:
    """What the last layer hands on, here and in ViT-B/16."""
    w, value = words(PAGE), trace["encoder_norm.output"].value
    tokens, width = computed.patch_count(computed.BASE.picture, computed.BASE.side) + 1, computed.BASE.width
    st.dataframe({w["model"]: [w["this_model"], "ViT-B/16"], w["printed_numbers"]: [value.shape[0], tokens],
                  w["right_numbers"]: [value.numel(), tokens * width]}, hide_index=True)


def _zero(trace: Trace) -> None:
    """With a head of zeros every class has the same share, whatever the picture."""
    likely = computed.with_zero_head(model_choice.subject().model, trace["picture"].value)
    st.metric(words(PAGE)["zero_head"], plain(float(likely.max())), border=True)
