"""The errors of the five notes: where each stands, and how grave it is.

What the note says and what is right is told in ``assets/text/LANGUAGE/errata_list.toml``, under ``R01_says`` and
``R01_right``. Severity: S1 a wrong idea or result, S2 a wrong formula, shape or number, S3 imprecise or one-sided,
S4 a slip of the pen; "confirmed" where the note is right after all. ``where``: equation, section, or line (L) of the
note's text.
"""

from __future__ import annotations

from dataclasses import dataclass

NOTES = ("N0", "N1", "N2", "N3", "N4")
SEVERITIES = ("S1", "S2", "S3", "S4", "confirmed")


@dataclass(frozen=True)
class Erratum:
    """One error of the notes."""

    id: str
    note: str
    where: str
    severity: str


ERRATA: tuple[Erratum, ...] = (
    Erratum("R01", "N0", "eq 13, L200", "S1"),
    Erratum("R02", "N0", "eq 14, 18", "S3"),
    Erratum("R03", "N0", "eq 5, 9 (L138, L171)", "S2"),
    Erratum("R04", "N0", "eq 6 (L161), eq 21", "S2"),
    Erratum("R05", "N0", "eq 10 (L188), eq 20 (L246)", "S2"),
    Erratum("R06", "N0", "eq 10, 11, 6", "S3"),
    Erratum("R07", "N0", "eq 20, L244", "S1"),
    Erratum("R08", "N0", "eq 21, L248", "S1"),
    Erratum("R09", "N0", "eq 22, L254", "S1"),
    Erratum("R10", "N0", "eq 22", "S3"),
    Erratum("R11", "N0", "eq 22, 23", "S3"),
    Erratum("R12", "N0", "eq 19, 22, 38", "S1"),
    Erratum("R13", "N0", "eq 39, L332", "S2"),
    Erratum("R14", "N0", "eq 36, L318", "S2"),
    Erratum("R15", "N0", "eq 38", "S2"),
    Erratum("R16", "N0", "eq 38", "S3"),
    Erratum("R17", "N0", "eq 1, 19", "S2"),
    Erratum("R18", "N0", "L111", "S1"),
    Erratum("R19", "N0", "L112", "S1"),
    Erratum("R20", "N0", "L256", "S2"),
    Erratum("R21", "N0", "L103", "S3"),
    Erratum("R22", "N0", "L140", "S3"),
    Erratum("R23", "N0", "L144", "S3"),
    Erratum("R24", "N0", "L157", "S3"),
    Erratum("R25", "N0", "L146, L130", "S4"),
    Erratum("R26", "N0", "L134", "S3"),
    Erratum("R27", "N0", "L216, L304", "S4"),
    Erratum("R28", "N0", "eq 15, 16", "S3"),
    Erratum("R29", "N0", "§4, §5", "S3"),
    Erratum("R30", "N0", "L234", "S4"),
    Erratum("R31", "N0", "eq 40", "S3"),
    Erratum("R32", "N0", "§1.1", "S3"),
    Erratum("R33", "N0", "L348", "S2"),
    Erratum("R34", "N0", "L348", "S4"),
    Erratum("R35", "N0", "L348, L354", "S3"),
    Erratum("R36", "N0", "§9.1", "S2"),
    Erratum("R37", "N0", "L371", "S2"),
    Erratum("R38", "N0", "eq 46", "S3"),
    Erratum("R39", "N0", "L381", "S2"),
    Erratum("R40", "N0", "L398", "S4"),
    Erratum("R41", "N0", "L395", "S3"),
    Erratum("R42", "N0", "throughout", "S3"),
    Erratum("R43", "N0", "L314, L408", "S4"),
    Erratum("R44", "N1", "§4.3 L150", "S1"),
    Erratum("R45", "N1", "§4.1 L122", "S4"),
    Erratum("R46", "N1", "§2 L34", "S3"),
    Erratum("R47", "N1", "§2 L34", "S3"),
    Erratum("R48", "N1", "§3.1.3 L68", "S3"),
    Erratum("R49", "N1", "§3.2 L104", "S2"),
    Erratum("R50", "N1", "§3.2 L106", "S2"),
    Erratum("R51", "N1", "§3.2 L105", "S3"),
    Erratum("R52", "N1", "§3.1.6 L88, §4.4", "S4"),
    Erratum("R53", "N1", "§3.1.1 L54", "S3"),
    Erratum("R54", "N1", "§4.4 L154", "S3"),
    Erratum("R55", "N1", "§4.2 L134", "S3"),
    Erratum("R56", "N1", "L146", "S4"),
    Erratum("R57", "N1", "§4 L110", "S3"),
    Erratum("R58", "N1", "§5–7", "S4"),
    Erratum("R59", "N2", "L8", "S4"),
    Erratum("R60", "N2", "L219–221", "S3"),
    Erratum("R61", "N2", "L116, L216", "S3"),
    Erratum("R62", "N2", "L76–79", "S2"),
    Erratum("R63", "N2", "L72", "confirmed"),
    Erratum("R64", "N2", "L383", "S2"),
    Erratum("R65", "N2", "L434–440, L526–533", "S3"),
    Erratum("R66", "N2", "L545", "S2"),
    Erratum("R67", "N2", "L499", "S3"),
    Erratum("R68", "N2", "L635–640", "S3"),
    Erratum("R69", "N2", "L657, L663", "S4"),
    Erratum("R70", "N2", "L508", "S4"),
    Erratum("R71", "N2", "L149", "S4"),
    Erratum("R72", "N2", "L567", "S3"),
    Erratum("R73", "N2", "L335–349", "S4"),
    Erratum("R74", "N2", "L327–333", "S3"),
    Erratum("R75", "N2", "L656", "S4"),
    Erratum("R76", "N3", "all", "S3"),
    Erratum("R77", "N3", "L140–142", "S3"),
    Erratum("R78", "N3", "L158", "S3"),
    Erratum("R79", "N3", "L159", "S3"),
    Erratum("R80", "N3", "L209–215", "S2"),
    Erratum("R81", "N3", "L227", "S2"),
    Erratum("R82", "N3", "L229", "S4"),
    Erratum("R83", "N3", "DETR slides", "S3"),
    Erratum("R84", "N3", "L17–18", "S3"),
    Erratum("R85", "N4", "L92, L103, L301–302", "S2"),
    Erratum("R86", "N4", "L194", "S2"),
    Erratum("R87", "N4", "L194", "S2"),
    Erratum("R88", "N4", "L196–197, L246", "S1"),
    Erratum("R89", "N4", "L194–198, L247", "S3"),
    Erratum("R90", "N4", "L229", "S2"),
    Erratum("R91", "N4", "L22, L267–271", "S1"),
    Erratum("R92", "N4", "L279–281", "S2"),
    Erratum("R93", "N4", "L288, L296", "S3"),
    Erratum("R94", "N4", "L290", "S2"),
    Erratum("R95", "N4", "L306, L310", "S2"),
    Erratum("R96", "N4", "L308", "S2"),
    Erratum("R97", "N4", "L333", "S2"),
    Erratum("R98", "N4", "table", "confirmed"),
    Erratum("R99", "N4", "L143", "S3"),
    Erratum("R100", "N4", "L431", "S1"),
    Erratum("R101", "N4", "L432", "S3"),
    Erratum("R102", "N4", "L421–427", "S3"),
    Erratum("R103", "N4", "L448", "S3"),
    Erratum("R104", "N4", "L526", "S3"),
    Erratum("R105", "N4", "L497", "S2"),
    Erratum("R106", "N4", "L520", "S3"),
    Erratum("R107", "N4", "L171", "S3"),
    Erratum("R108", "N4", "L171", "S3"),
    Erratum("R109", "N4", "L260", "S3"),
    Erratum("R110", "N4", "L107, L114", "S4"),
    Erratum("R111", "N4", "L549", "S3"),
    Erratum("R112", "N4", "N4-10 figure", "S3"),
)
BY_ID = {erratum.id: erratum for erratum in ERRATA}
