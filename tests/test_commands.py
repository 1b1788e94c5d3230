"""The commands of ``core``: what each would do is told before it is done, and what stops one in a sentence."""

import runpy
import subprocess
import sys

import pytest
from house import PRODUCT, ROOT, module_of

from core import command, train
from core.files import UnusableError

INNER = {"core.experiments.reversal_worker"}  # a process that the server starts
COMMANDS = sorted({module_of(path).removesuffix(".__main__") for path in PRODUCT if path.is_relative_to(ROOT / "core")
                   and (path.stem == "__main__" or '\nif __name__ == "__main__":' in path.read_text("utf-8"))} - INNER)


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--nonsense", 2)])
def test_a_command_says_what_it_would_do_and_does_nothing_that_it_was_not_asked_for(name, argument, code, monkeypatch,
                                                                                   capsys):
    monkeypatch.setattr(sys, "argv", [name, argument])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(name, run_name="__main__")
    told = "".join(capsys.readouterr())
    assert ended.value.code == code and f"usage: python -m {name}" in told, told


@pytest.mark.parametrize("stops", [UnusableError("why"), OSError("why"), ModuleNotFoundError("why"),
                                   subprocess.CalledProcessError(1, "why")])
def test_what_stops_a_command_is_told_in_a_sentence(stops):
    with pytest.raises(SystemExit, match="why"), command.exits_with_sentence():
        raise stops


def test_ctrl_c_ends_a_command_without_a_traceback(capsys):
    with pytest.raises(SystemExit, match="130"), command.exits_with_sentence():
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "\nStopped.\n"


def test_a_training_whose_texts_are_not_there_says_which_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTENTION_CORPORA", str(tmp_path))
    with pytest.raises(SystemExit, match="tatoeba"):
        train.main(["--measure", "open-zh-en"])
