"""Databases with the sample and two versions of the Magic Tournament Rules."""

from rulesbase.imports.import_file import import_source
from tests.support.lending import lent
from tests.support.pdf import tournament_rules


def import_first() -> None:
    """Import the first version."""
    import_source(tournament_rules("July 4, 2021"), name="mtr.pdf")


def import_second() -> None:
    """Import the second version, in which section 2.1 is reworded."""
    import_source(tournament_rules("May 6, 2022", "Check all of them three times."), name="mtr2.pdf")


def import_two() -> None:
    """Import both versions."""
    import_first()
    import_second()


first_version = lent("one-document", import_first, upon="sample_name")
two_versions = lent("two-documents", import_two, upon="sample_name")
