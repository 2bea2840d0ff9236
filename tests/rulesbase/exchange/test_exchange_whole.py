"""A whole real language out to XLIFF and in again, into the archive it is from and into one without it."""

import pytest

from rulesbase.exchange.export_file import export_file
from rulesbase.exchange.formats import read_file
from rulesbase.exchange.import_file import import_parcel
from rulesbase.models import Translation

pytestmark = pytest.mark.slow


def kept() -> set[tuple[int, int]]:
    return set(Translation.objects.approved_in("zh").values_list("original", "wording"))


@pytest.mark.usefixtures("tongues")
def test_nothing_is_lost() -> None:
    before = kept()
    assert len(before) > 4000
    data, count = export_file("xliff", "zh")
    assert count == len(before)
    parcel = read_file(data)
    same = import_parcel(parcel, "zh", "zh.xliff")
    assert (same.counts["known"], sum(same.counts.values())) == (count, count)

    Translation.objects.all().delete()
    taken = import_parcel(parcel, "zh", "zh.xliff", approve=True)
    assert (taken.counts["conflict"], taken.counts["refused"], taken.counts["known"]) == (0, 0, 0)
    assert kept() == before
