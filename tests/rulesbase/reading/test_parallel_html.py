"""Other languages: columns of a chapter and of a rule, the picker, and what is missing."""

import datetime
import re

from django.db.models import F
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.models import Edition, Entry, Source, State, Translation, Version
from tests.rulesbase.reading.views.test_rules import Sample
from tests.support.texts import Book, Place

ALL = "?lang=en,fr,ja"


class TestColumns(Sample):
    """Two or three languages side by side."""

    def test_a_chapter_in_columns(self) -> None:
        page = self.html(f"/rules/2023-03-01/201/{ALL}")
        assert '<ol class="par par-3" role="list">' in page
        rows = re.findall(r'<li id="r([\w.]+)"><div class="entry-num">', page)
        assert len(rows) == 21
        assert rows[:3] == ["201.1", "201.2", "201.2a"]
        assert page.count('<div class="cell">') == 63
        assert '<div class="text" lang="ja">' in page
        assert '<div class="text" lang="fr">' in page
        assert '<span class="quiet" lang="ja">名前</span>' in page
        assert 'href="/rules/2023-03-01/709.2/?lang=en,fr,ja"' in page
        assert 'href="/rules/2021-03-01/201/?lang=en,fr,ja"' in page
        page = self.html("/rules/2023-03-01/201/?lang=ja,xx9,en")
        assert re.findall(r'<span class="l-(\w+)" lang', page) == ["ja", "en"]
        assert 'class="par' not in self.html("/rules/2023-03-01/201/?lang=<b>")

    def test_what_is_missing_is_marked_in_its_row(self) -> None:
        entry = Entry.objects.get(edition__version__date="2023-03-01", edition__language="fr", number="201.4b")
        Translation.objects.filter(language="fr", places__entry__rule=entry.rule).delete()
        entry.delete()
        State.objects.update(generation=F("generation") + 1)
        page = self.html(f"/rules/2023-03-01/201/{ALL}")
        assert page.count('class="mark f-missing"') == 1
        assert len(re.findall(r'<li id="r', page)) == 21
        assert 'class="mark f-missing"' in self.html(f"/rules/2023-03-01/201.4b/{ALL}")

    def test_rows_go_by_the_rule_and_name_another_source(self) -> None:
        entry = Entry.objects.get(edition__version__date="2023-03-01", edition__language="fr", number="201.6")
        entry.number = "201.9"
        entry.save()
        page = self.html("/rules/2023-03-01/201/?lang=en,fr")
        assert "f-missing" not in page
        assert 'id="r201.9"' not in page
        edition = "2023-03-01"
        other = Source.objects.get(edition__version__date="2021-03-01", language="fr")
        Entry.objects.filter(edition__version__date=edition, edition__language="fr", number="201.9").update(
            source=other
        )
        page = self.html(f"/rules/{edition}/201/?lang=en,fr")
        assert page.count("from a different file") == 1
        assert f'href="/archive/sources/{other.pk}/"' in page
        assert "from a different file" in self.html(f"/rules/{edition}/201.6/?lang=en,fr")

    def test_one_other_language(self) -> None:
        page = self.html("/rules/2023-03-01/201/?lang=fr")
        assert '<div class="entry-body text" lang="fr">' in page
        assert "<b>Exemple\u00a0:</b>" in page
        # Typography stays as it came: a narrow no-break space within the quotation marks.
        assert "«\u00a0" in page or "«\u202f" in page
        # In a French interface the text is in the language of the page.
        assert 'class="entry-body text">' in self.html("/fr/rules/2023-03-01/201/?lang=fr")
        page = self.html("/rules/2023-03-01/201/?lang=zh")
        assert "No Chinese text of this version yet." in page
        assert 'class="entry-body text">' in page

    def test_the_picker_adds_and_takes_away(self) -> None:
        picks = self.client.get("/rules/2023-03-01/201/").context["bar"]["picks"]
        assert [(pick.code, pick.shown, pick.href) for pick in picks] == [
            ("en", True, "/rules/2023-03-01/201/"),
            ("fr", False, "/rules/2023-03-01/201/?lang=en,fr"),
            ("ja", False, "/rules/2023-03-01/201/?lang=en,ja"),
        ]
        picks = self.client.get(f"/rules/2023-03-01/201/{ALL}").context["bar"]["picks"]
        assert [pick.href for pick in picks] == [
            "/rules/2023-03-01/201/?lang=fr,ja",
            "/rules/2023-03-01/201/?lang=en,ja",
            "/rules/2023-03-01/201/?lang=en,fr",
        ]

    def test_a_rule_in_three_languages(self) -> None:
        page = self.html(f"/rules/2023-03-01/201.4b/{ALL}")
        assert re.findall(r'<section class="language-column l-(\w+)"', page) == ["en", "fr", "ja"]
        assert "carte double</a>" in page


class TestComposed(Sample):
    """A version that has only parts, in a language that is not English."""

    def test_it_can_be_read(self) -> None:
        found = lighthouses("201", 9)
        assert found.edition is not None
        date = found.edition.version.date
        for place in ("", "201/", "201.3/"):
            response = self.client.get(f"/rules/{date}/{place}")
            assert response.status_code == 200, place
            assert "from a different file" not in response.content.decode()
        assert "voir règle" in response.content.decode()
        made_of = f'<a href="/archive/{date}/fr/#parts">Edition put together from partial texts</a>'
        assert made_of in self.client.get(f"/rules/{date}/").content.decode()
        assert "Edition put together from partial texts" not in self.client.get("/rules/2021-03-01/").content.decode()
        assert self.client.get(f"/glossary/{date}/").status_code == 404
        assert "Mises à jour au 1er mars 2022" in self.client.get(f"/rules/{date}/introduction/").content.decode()
        assert self.client.get(f"/rules/{date}/credits/").status_code == 404

    def test_the_largest_part_is_the_usual_source(self) -> None:
        small, large = lighthouses("203", 6), lighthouses("201", 9)
        assert small.edition == large.edition is not None
        date = large.edition.version.date
        for number, other in (("201.3", None), ("203.3", small)):
            page = self.client.get(f"/rules/{date}/{number}/").content.decode()
            assert ("from a different file" in page) is (other is not None), number
        assert f'href="/archive/sources/{small.pk}/"' in page


def lighthouses(chapter: str, count: int) -> Source:
    """A part of a French edition of its own: some rules of one chapter, imported."""
    lines = [
        f"{chapter}.{n} Une règle sur les phares, la numéro {n}, voir règle {chapter}.{n + 1}." for n in range(1, count)
    ]
    text = "Règles de Magic\n\nMises à jour au 1er mars 2022\n\n" + "\n\n".join(lines)
    import_source(text.encode(), name=f"phares {chapter}.txt", language="fr")
    return Source.objects.get(name=f"phares {chapter}.txt")


def test_a_language_of_other_versions_stays_in_the_switch(client: Client, db: None) -> None:
    book = Book(datetime.date(2020, 3, 1)).with_chapter(201, *map(Place, ("one", "two", "three", "four")))
    import_source(book.bytes(), name="first.txt")
    import_source(book.dated(2021).bytes(), name="second.txt")
    version = Version.objects.get(date="2020-03-01")
    french = Edition.objects.create(version=version, language="fr", complete=True)
    for entry in Entry.objects.filter(edition__version=version):
        entry.pk, entry.edition = None, french
        entry.save()
    State.objects.update(generation=F("generation") + 1)
    page = client.get("/rules/2021-03-01/201.2/").content.decode()
    assert re.search(
        r'<a href="/rules/2021-03-01/201.2/\?lang=en,fr" [^>]*title="No French text of this version yet"', page
    )
    page = client.get("/rules/2021-03-01/201.2/?lang=en,fr").content.decode()
    assert "No French text of this version yet." in page
    near = re.search(r'Nearest versions in French:\s*<a href="([^"]+)"', page)
    assert near
    there = client.get(near[1].replace("&amp;", "&"))
    assert there.headers["Location"] == "/rules/2020-03-01/201.2/?lang=en,fr"
