"""Moving by k as a turn, one table for word and place, the robot's table, codes for a plane: the second half."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import embedding, variants
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.formula import tint
from pages.components.heatmap import Cell, heatmap
from pages.components.lessons import positions_charts as charts
from pages.components.lessons import positions_errata
from pages.components.lessons.cells import titled
from pages.components.lessons.positions_parts import BASES, PAGE, formula_of_cell
from pages.components.numerals import plain
from pages.components.text import prose, words

PLACES, SEEN = 24, 16  # rows of a table of places, and how many of them a training shows


# ---- N2-25: a move is a turn ----------------------------------------------------------------------------------------


@st.fragment
def turning() -> None:
    """PE(p + k) = M_k PE(p): the matrix, and the same turn on every clock. EXHIBITS N2-25, N3-12."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-25", "N3-12"):
        columns = st.columns(4, gap="medium")
        p = columns[0].slider(w["slider_p"], 0, 60, 4, key="turning p")
        k = columns[1].slider(w["slider_k"], -20, 20, 3, key="turning k")
        d = columns[2].select_slider(w["slider_d"], (4, 8, 16, 32), 8, key="turning d")
        base = columns[3].select_slider(w["slider_base"], BASES, 100, key="turning base")
        M, here = computed.rotation(k, d, base), computed.row(p, d, base)
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            names = [f"{'sin' if i % 2 == 0 else 'cos'} {i // 2}" for i in range(d)] if d <= 16 else ()
            heatmap([titled(PAGE, "turn", M.numpy(), rows=names, columns=names, row_link="to", column_link="from",
                            limit=1.0),
                     titled(PAGE, "here", here.unsqueeze(-1).numpy(), rows=names, columns=(str(p),), row_link="from",
                            limit=1.0),
                     titled(PAGE, "there", (M @ here).unsqueeze(-1).numpy(), rows=names, columns=(str(p + k),),
                            row_link="to", limit=1.0)],
                    key="turning", words=words("board"), operators=("×", "="), height=420)
        with right:
            lesson.stands(variants.moved_positions.equation)
            pairs = sorted({round(i * (d // 2 - 1) / 7) for i in range(8)})
            st.caption(w["hands"].format(p=p, k=k, there=p + k))
            charts.clocks([(computed.clocks(p, d, base)[pairs].tolist(), -1),
                           (computed.clocks(p + k, d, base)[pairs].tolist(), 0)],
                          [w["turned_by"].format(angle=k * computed.frequencies(d, base)[i].item()) for i in pairs],
                          key="chart turning", size=96 if len(pairs) <= 4 else 62)
            st.caption(w["turn_error"].format(error=plain((M @ here - computed.row(p + k, d, base)).abs().max(), 2)))
        _turning_tries(k, d, base)


def _turning_tries(k: int, d: int, base: int) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        M = computed.rotation(k, d, base)
        lesson.predict(PAGE, "N2-25", ["only_k", "only_p", "both"], k=str(abs(k)),
                       off=computed.facts(200, d, base, abs(k))["turned"],
                       orthogonal=(M @ M.mT - torch.eye(d, dtype=M.dtype)).abs().max().item())
    with right:
        single, double = _turned()
        lesson.predict(PAGE, "N3-12", ["useless", "hundredth", "tiny"], double=double, single=single)
    lesson.erratum("R64", positions_errata.combination)
    lesson.erratum("R47", positions_errata.linear)


@st.cache_data(show_spinner=False, max_entries=2)
def _turned() -> tuple[float, float]:
    """Largest error after a thousand turns: in single and in double precision."""
    PE = computed.table(1000, 512)
    return tuple((computed.by_turning(1000, 512, dtype=dtype) - PE).abs().max().item()
                 for dtype in (torch.float32, torch.float64))


# ---- N3-11: appended is added ---------------------------------------------------------------------------------------


@st.fragment
def one_table(trace: Trace) -> None:
    """[one-hot word, one-hot place] times one table: what the model adds is a look-up too. EXHIBITS N3-11."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-11"):
        st.latex(prose(PAGE, "N3-11.formula"))
        left, right = st.columns([0.35, 0.65], gap="large")
        kind = left.segmented_control(w["kind"], ["wave_table", "learned_table"], default="wave_table", required=True,
                                      key="stacked kind", format_func=lambda o: w[o])
        start = right.slider(w["slider_start"], 0, PLACES, 0, key="stacked start")
        _look_up_in_both(trace, kind == "learned_table", start)
        _taught()


def _look_up_in_both(trace: Trace, learned: bool, start: int) -> None:
    """The product for a sentence that starts at ``start``, or why there is none."""
    w, labels, ids = words(PAGE), trace["source"].labels[0], trace["source"].value
    W_E = embedding.scaled(trace.parameters["source_embedding.W_E"]).double()
    pocket, places = sorted(set(ids.tolist())), range(start, start + len(ids))
    W_P = computed.places_table(learned, PLACES if learned else max(PLACES, places[-1] + 1), W_E.shape[1])
    x = embedding.one_hot(ids, len(W_E))[:, pocket].double()
    try:
        read, X = computed.appended(x, places, W_E[pocket], W_P)
    except IndexError as error:
        st.error(w["beyond"].format(length=PLACES, last=places[-1], message=error), icon=":material/block:")
        return
    _standing(read, torch.cat((W_E[pocket], W_P)), X, labels, [labels[ids.tolist().index(i)] for i in pocket])
    apart = (X - (W_E[ids] + W_P[list(places)])).abs().max().item()
    lesson.predict(PAGE, "N3-11", ["equal", "nearly", "different"], apart=apart, places=str(PLACES))


@st.cache_data(show_spinner=False, max_entries=2)
def _lesson_learned(waves: bool) -> dict:
    return computed.taught(waves, PLACES, SEEN)


def _taught() -> None:
    """Train a table of places, and waves beside it, on the first places only."""
    w = words(PAGE)
    st.markdown(prose(PAGE, "N3-11.learn"))
    if st.button(w["teach"], key="teach", icon=":material/school:"):
        st.session_state["places taught"] = True
    if not st.session_state.get("places taught"):
        return
    with st.spinner(w["teaching"]):
        learned, waves = _lesson_learned(False), _lesson_learned(True)
    axes = {"row_axis": w["axis_position"], "column_axis": w["axis_position"], "scale": "sequential", "limit": 1.0,
            "row_link": "query", "column_link": "key"}
    heatmap([titled(PAGE, "change", learned["change"], row_axis=w["axis_position"], row_link="query"),
             titled(PAGE, "learned_weights", learned["weights"], **axes),
             titled(PAGE, "wave_weights", waves["weights"], **axes)], key="taught", words=words("board"), height=400)
    st.success(w["taught"].format(seen=SEEN, last=PLACES - 1, learned_seen=100 * learned["seen"],
                                  learned_beyond=100 * learned["beyond"], waves_seen=100 * waves["seen"],
                                  waves_beyond=100 * waves["beyond"]), icon=":material/lightbulb:")


def _standing(read, stacked, X, labels, near) -> None:
    """What is read, the two tables one above the other, and the product."""
    w = words(PAGE)
    names = [*near, *(w["place_n"].format(n=i) for i in range(len(stacked) - len(near)))]
    heatmap([titled(PAGE, "read", read.numpy(), rows=labels, columns=names, scale="sequential", limit=1.0,
                    row_link="token", column_link="entry"),
             titled(PAGE, "stacked", stacked.numpy(), rows=names, row_link="entry", column_axis="d_model",
                    column_link="d"),
             titled(PAGE, "product", X.numpy(), rows=labels, row_link="token", column_axis="d_model", column_link="d",
                    colour=tint(embedding.positioned.equation))],
            key="stacked", words=words("board"), operators=("×", "="), height=640)


# ---- N4-20: the robot -----------------------------------------------------------------------------------------------


@st.fragment
def robot() -> None:
    """The table of four words, value for value, and how far such a code reaches. EXHIBITS N4-20."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-20"):
        columns = st.columns([0.25, 0.25, 0.5], gap="medium")
        d = columns[0].select_slider(w["slider_d"], (2, 4, 6, 8), 4, key="robot d")
        base = columns[1].select_slider(w["slider_base"], BASES, 100, key="robot base")
        tokens = w["robot"].split()
        PE = computed.table(len(tokens), d, base)
        shares = [0.3, 0.7] if d <= 4 else [0.36, 0.64]
        left, right = st.columns(shares, gap="medium", vertical_alignment="center")
        with left:
            seen = heatmap(titled(PAGE, "robot", PE.numpy(), rows=tokens, limit=1.0,
                                  columns=[f"{'sin' if j % 2 == 0 else 'cos'} {j // 2}" for j in range(d)]),
                           key="robot", words=words("board"), cell=Cell("robot", None, 1, min(3, d - 1)))
        right.markdown(_printed_table(PE, tokens, d, base))
        left, right = st.columns(2, gap="large")
        with left:
            cell = (seen.cell.row, seen.cell.column) if seen.cell else (1, 0)
            lesson.stands(embedding.positions.equation)
            formula_of_cell(embedding.positions.equation, cell, (PE, 0, float(base)))
            _twins(d, base)
        with right:
            _reach(d, base)
        lesson.erratum("R97", positions_errata.half)


def _printed_table(PE, tokens: list[str], d: int, base: int) -> str:
    """The notes' table: each cell's formula and its value to two decimals."""
    head = "| | k |" + "".join(f" $P_{{k,{j}}}$ |" for j in range(d))
    lines = [head, "|---" * (d + 2) + "|"]
    for k, token in enumerate(tokens):
        cells = []
        for j in range(d):
            power = base ** (j // 2 * 2 / d)
            name = r"\cos" if j % 2 else r"\sin"
            cells.append(rf" $\scriptsize {name}({k}/{power:.4g}){{=}}{{{PE[k, j].item():.2f}}}$ |")
        lines.append(f"| {token} | {k} |" + "".join(cells))
    return "\n".join(lines)


def _reach(d: int, base: int) -> None:
    """How near each position comes to position 0."""
    w, found = words(PAGE), computed.twins(130, d, base)
    st.markdown(w["reach"])
    distance = found["distance"].numpy()
    charts.curves({w["distance"]: (range(len(distance)), distance)}, w["axis_position"], "",
                  key="chart reach", height=170,
                  at=found["near"], tones=(4,))


def _twins(d: int, base: int) -> None:
    thousand, hundred = computed.twins(1000, d, base), computed.twins(100, d, base)
    lesson.predict(PAGE, "N4-20", ["first", "thirty_first", "sixty_third"], near=str(hundred["near"]),
                   least=hundred["least"], far=str(thousand["near"]), closest=thousand["least"], d=str(d),
                   base=str(base))


# ---- N4-19: codes for a plane ---------------------------------------------------------------------------------------


@st.fragment
def plane() -> None:
    """Stripes in both directions, the code of one patch, and where else it would be found. EXHIBITS N4-19."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-19"):
        columns = st.columns([0.3, 0.3, 0.4], gap="medium")
        d = columns[0].select_slider(w["slider_d"], (8, 16, 32), 16, key="plane d")
        base = columns[1].select_slider(w["slider_base"], BASES, 20, key="plane base")
        codes = computed.plane(12, 16, d, base)
        places = [[str(i + 1) for i in range(size)] for size in codes.shape[:2]]
        names = [w["panel"].format(wave="sin" if j % 2 == 0 else "cos", i=j % (d // 2) // 2,
                                   axis=w["down" if j < d // 2 else "across"]) for j in range(d)]
        left, right = st.columns([0.48, 0.52], gap="large")
        with left:
            seen = heatmap(titled(PAGE, "stripes", codes.permute(2, 0, 1).numpy(), rows=places[0], columns=places[1],
                                  panels=tuple(names), limit=1.0, row_link="y", column_link="x"),
                           key="plane", words=words("board"), cell=Cell("stripes", 0, 4, 6), height=520)
        panel, row, column = (seen.cell.panel, seen.cell.row, seen.cell.column) if seen.cell else (0, 4, 6)
        with right:
            _patch(codes, names, row, column, places)
            alone = computed.look_alikes(codes[..., panel:panel + 1], row, column, 1e-9)
            whole = computed.look_alikes(codes, row, column, 1e-9)
            lesson.predict(PAGE, "N4-19", ["nobody", "a_stripe", "everybody"], panel=names[panel], alike=str(alone[0]),
                           all=str(codes[..., 0].numel() - 1), whole=str(whole[0]), nearest=whole[1])


def _patch(codes, names, row: int, column: int, places: list[list[str]]) -> None:
    """One patch's code, and its likeness with all patches."""
    w = words(PAGE)
    st.caption(w["patch"].format(row=row + 1, column=column + 1, d=len(names)))
    code = codes[row, column]
    like = variants.cosine(code.unsqueeze(0), codes.flatten(0, 1)).view(codes.shape[:2])
    heatmap([titled(PAGE, "code", code.numpy(), limit=1.0),
             titled(PAGE, "alike", like.numpy(), rows=places[0], columns=places[1], limit=1.0, row_link="y",
                    column_link="x")],
            key="patch", words=words("board"), height=330)
    lesson.stands(variants.positions_in_a_plane.equation)
