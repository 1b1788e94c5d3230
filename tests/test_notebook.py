"""The notebook of a walkthrough runs top to bottom, in both languages, of texts and pictures, and draws."""

import re

import nbformat
import pytest
from house import ROOT
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from core import catalog
from core.edits import Ablate
from pages.components import runs
from pages.components.sheet.notebook import notebook

EDITED = (Ablate("encoder.0.self_attention.weights", head=1),)
CASES = [pytest.param("translator-zh-en", "zh", (), id="translator"),
         pytest.param("vit-digits", "en", (), id="vit", marks=pytest.mark.slow),
         pytest.param("translator-en-zh", "en", EDITED, id="edited", marks=pytest.mark.slow),
         pytest.param("detr-scenes", "zh", (), id="detr", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def client():
    """One kernel for all notebooks, which imports once what they need."""
    one = NotebookClient(new_notebook(), timeout=120, kernel_name="python3",
                         resources={"metadata": {"path": str(ROOT)}})
    with one.setup_kernel():
        yield one


@pytest.mark.parametrize("model, language, edits", CASES)
def test_it_runs_top_to_bottom_and_draws(client, model, language, edits):
    sentence = catalog.examples(model)[0]
    made = nbformat.reads(notebook(model, sentence, language, edits), as_version=4)
    assert notebook(model, sentence, language, edits) == nbformat.writes(made)
    client.nb = made
    client.nb.cells.insert(0, new_code_cell("%reset -f"))  # nothing of another notebook is there
    ran = client.execute(cleanup_kc=False)
    outputs = [output for cell in ran.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.output_type in ("error", "stream")]
    data = [output["data"] for output in outputs if "data" in output]
    charts = [one["text/html"] for one in data if "vegaEmbed" in one.get("text/html", "")]
    assert len(charts) >= 4 and any("plotly" in kind for one in data for kind in one)
    ends = re.compile(r'"domain": \[0, ([\d.e-]+)\], "scheme": "blues"')
    shares = [float(end) for chart in charts for end in ends.findall(chart)]
    trace = runs.cached_trace(model, sentence, edits)
    held = [float(step.value.max()) for step in trace.values() if step.shows == "share"]
    assert shares and all(min(abs(end - most) for most in held) < 1e-6 for end in shares)  # the largest of its picture
    assert all('"tooltip"' in chart for chart in charts) and any('"bind"' in chart for chart in charts)
