"""Official versions that the archive lacks."""

import datetime

from rulesbase.archive.missing_versions import known_gaps


def test_gaps_are_listed_until_a_text_of_their_version_is_imported() -> None:
    gap = datetime.date(2008, 7, 15)
    assert gap in [one.date for one in known_gaps(set())]
    assert gap not in [one.date for one in known_gaps({gap})]
    uploaded = datetime.date(2009, 7, 8)
    assert [one.is_upload for one in known_gaps(set()) if one.date == uploaded] == [True]
    assert uploaded not in [one.date for one in known_gaps({datetime.date(2009, 7, 11)})]
    gaps = {one.date: one for one in known_gaps(set())}
    assert datetime.date(2017, 7, 7) not in gaps
    near = gaps[datetime.date(2017, 7, 8)]
    assert not near.is_upload
    assert ["20170707" in address for address in near.addresses] == [True]
