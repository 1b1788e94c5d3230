import altair as alt
import numpy as np

LARGEST = 16_000
alt.data_transformers.disable_max_rows()


def names(step, axis):
    found = trace.labels(step.name).get(step.axes[axis])
    return [f"{i + 1} {word}" for i, word in enumerate(found)] if found else None


def show(name):
    step = trace[name]
    value = np.atleast_1d(step.value.numpy().astype(float))
    if value.size > LARGEST:
        return f"{name}: {' x '.join(map(str, value.shape))}"
    axes = list(step.axes) or [""]
    labels = [names(step, i) if step.axes else None for i in range(value.ndim)]
    called = [axis if labels[i] else f"{axis} (0, 1, 2 ...)" for i, axis in enumerate(axes)]
    rows = []
    for at in np.ndindex(*value.shape):
        here = [labels[i][k] if labels[i] else k for i, k in enumerate(at)]
        number = value[at]
        rows.append({**{f"a{i}": word for i, word in enumerate(here)}, "value": number if np.isfinite(number) else None,
                     "text": f"{number:.4g}"})
    x, y = len(axes) - 1, len(axes) - 2
    reach = max((abs(row["value"]) for row in rows if row["value"] is not None), default=1) or 1
    share = step.shows == "share"
    ends = {"scheme": "blues", "domain": [0, reach]} if share else {"scheme": "redblue", "domain": [reach, -reach]}
    scale = alt.Scale(**ends)
    read = [*(alt.Tooltip(f"a{i}:N", title=axis) for i, axis in enumerate(called)), alt.Tooltip("text:N", title=name)]
    encoded = {"x": alt.X(f"a{x}:O", title=called[x], sort=None), "tooltip": read,
               "color": alt.Color("value:Q", title=None, scale=scale)}
    if y >= 0:
        encoded["y"] = alt.Y(f"a{y}:O", title=called[y], sort=None)
    chart = alt.Chart({"values": rows}, title=name).mark_rect().encode(**encoded)
    for i in range(max(0, y)):
        chosen = labels[i] or list(range(value.shape[i]))
        pick = alt.param(name=f"p{i}", value=chosen[0], bind=alt.binding_select(options=chosen, name=f"{axes[i]} "))
        chart = chart.add_params(pick).transform_filter(f"datum.a{i} == p{i}")
    return chart.properties(width=min(900, 44 * value.shape[-1]) if value.shape[-1] < 40 else 900)
