"""Everything the notes contain is shown and tested; see ``coverage_of_notes.py``, which prints it."""

import pytest

from core.errata import BY_ID
from tests.coverage_of_notes import ERRATA_SHOWN, EXCLUDED, EXHIBITS, GRAVE, shown


def test_there_are_149_exhibits_and_no_erratum_is_forgotten():
    assert len(EXHIBITS) == len(set(EXHIBITS)) == 149
    grave = {e.id for e in BY_ID.values() if e.severity in ("S1", "S2")}
    assert grave == {*GRAVE} | {*EXCLUDED} and not {*GRAVE} & {*EXCLUDED} and {*GRAVE} <= {*ERRATA_SHOWN}


@pytest.mark.parametrize("identity", [*EXHIBITS, *ERRATA_SHOWN])
def test_it_is_shown_and_tested(identity):
    assert not shown(identity).lacks
