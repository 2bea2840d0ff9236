"""Editions of other languages bound to the English: in any order, again, corrected, and taken back."""

import datetime
from collections.abc import Iterable

import pytest
from django.test import TestCase

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.actions import approve, approved_of, save
from rulesbase.desk.targets import find_target, newest_of
from rulesbase.engine.nodes import Passage
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import CannotUndo, undo_import
from rulesbase.models import (
    ActionLog,
    Binding,
    Entry,
    Rule,
    Source,
    TranslatedPlace,
    Translation,
    Version,
    Wording,
)
from rulesbase.translations.freshness import freshness
from rulesbase.translations.shown_translation import update_shown
from tests.support.caches import clear_caches
from tests.support.make import make_translation, make_user
from tests.support.texts import Book, Place

OLD = Book(
    datetime.date(2020, 3, 1),
    {
        100: (Place("a"), Place("b", "See rule 100.1."), Place("c", examples=("Example: A heron waits.",))),
        101: (Place("d"), Place("e"), Place("f")),
    },
)
# A rule more at the front of its chapter, another wording of the last, and another example.
NEW = OLD.dated(2021).with_chapter(
    100, Place("new"), Place("a"), Place("b", "See rule 100.2."), Place("c", examples=("Example: An otter swims.",))
)


def translation(date: str = "1er mars 2020", *, of: Iterable[tuple[str, str]]) -> bytes:
    lines = [f"{number} {text}" for number, text in of]
    return f"Règles de Magic\n\nMises à jour au {date}\n\n{chr(10).join(chr(10) + line for line in lines)}\n".encode()


FIRST = translation(
    of=[
        ("100.1.", "Le bac traverse la rivière, et personne ne le retient."),
        ("100.2.", "Le greffier compte les pièces. Voir règle 100.1."),
        ("100.3.", "La lanterne reste allumée toute la nuit.\nExemple : Un héron attend."),
        ("100.9.", "Une règle qui n’est nulle part en anglais."),
    ]
)
SECOND = translation(
    of=[
        ("100.1.", "Le bac passe la rivière sans être retenu."),
        ("101.1.", "Le passeur dort dans sa cabane."),
        ("101.2.", "Le marché ouvre à l’aube, quand il ne pleut pas."),
    ]
)


def bring(*texts: Book | bytes) -> None:
    for at, text in enumerate(texts):
        data = text.write().encode() if isinstance(text, Book) else text
        import_source(data, name=f"text-{at}.txt")


def shown(date: str) -> dict[str, tuple[str, int]]:
    """Return number -> freshness and how far behind, of what is not missing in French."""
    clear_caches(("rulesbase.translations.",))
    versions = catalogue()
    cells = freshness(versions, versions.find(date), "fr").values()
    return {cell.number: (str(cell.state), cell.behind) for cell in cells if cell.text.wording}


def approved() -> set[tuple[str, str]]:
    rows = Translation.objects.approved_in("fr").values_list("original__text", "wording__text")
    return set(rows)


class Bound(TestCase):
    """What comes of imports."""

    def test_entries_are_bound_to_the_english_of_the_day(self) -> None:
        bring(OLD, FIRST)
        binding = Binding.objects.get()
        assert (str(binding.english), binding.stated, binding.entries, binding.bound) == ("2020-03-01 en", True, 4, 3)
        assert [problem for _, _, problem in binding.problems] == ["The English text has no 100.9."]
        assert shown("2020-03-01") == dict.fromkeys(("100.1", "100.2", "100.3"), ("exact", 0))
        # Three rules and an example.
        assert TranslatedPlace.objects.filter(is_example=True).count() == 1
        assert Translation.objects.count() == 4

    def test_it_carries_over_to_other_numbers_and_back(self) -> None:
        bring(OLD, FIRST, NEW)
        assert shown("2021-03-01") == {"100.2": ("exact", 0), "100.3": ("references", 0), "100.4": ("example", 0)}

    def test_any_order_gives_the_same(self) -> None:
        bring(OLD, NEW, FIRST, SECOND)
        expected = shown("2021-03-01"), approved()
        for order in ((FIRST, SECOND, NEW, OLD), (NEW, FIRST, OLD, SECOND), (FIRST, OLD, SECOND, NEW)):
            for source in Source.objects.all():
                if Source.objects.filter(pk=source.pk).exists():
                    undo_import(source)
            assert not Version.objects.exists()
            bring(*order)
            assert (shown("2021-03-01"), approved()) == expected

    def test_sources_add_up_and_each_text_knows_its_own(self) -> None:
        bring(OLD, FIRST, SECOND)
        assert len(shown("2020-03-01")) == 5
        names = {
            place.own.number: place.source.name for place in TranslatedPlace.objects.all() if place.own and place.source
        }
        assert names["101.1"] == "text-2.txt"
        # Both have 100.1; one text is shown, the other is stored.
        assert Translation.objects.filter(status="superseded").count() == 1

    def test_of_two_parts_the_more_complete_fills_a_place_whichever_came_first(self) -> None:
        small = translation(
            of=[("100.1.", "Le bac passe l’eau."), ("101.1.", "Le marché ferme la nuit."), ("101.3.", "Le")]
        )
        cut = translation(of=[("101.3.", "Le passeur dort dans sa cabane, près du marché.")])
        bring(OLD)
        for order in ((FIRST, small, cut), (cut, small, FIRST), (small, FIRST, cut)):
            for source in Source.objects.filter(language="fr"):
                undo_import(source)
            bring(*order)
            texts = Entry.objects.filter(edition__language="fr").values_list("number", "wording__text")
            assert dict(texts)["100.1"].startswith("Le bac traverse")
            # What says more than the first word of a sentence goes first.
            assert dict(texts)["101.3"].startswith("Le passeur dort")
            assert len(texts) == 6
            assert shown("2020-03-01")["101.3"] == ("exact", 0)
            shown_text = Translation.objects.get(status="approved", original__text=OLD.chapters[100][0].text)
            assert shown_text.wording.text.startswith("Le bac traverse")

    def test_the_same_whole_text_in_another_file_is_bound_too(self) -> None:
        french = OLD.write().replace("Made-up Comprehensive Rules", "Règles complètes du jeu et des joueurs")
        lines = [f"{line} le la les des un une est et" if line[:1] == "1" else line for line in french.split("\n")]
        data = "\n".join(lines).encode()
        bring(OLD)
        first = import_source(data, name="a.txt", language="fr")
        again = import_source(data + b"\n", name="b.txt", language="fr")
        assert (first.status, again.status) == ("imported", "witness")
        counts = {binding.source.name: binding.bound for binding in Binding.objects.select_related("source")}
        assert counts["a.txt"] == counts["b.txt"] > 0

    def test_without_its_english_the_best_fitting_is_taken(self) -> None:
        bring(NEW, FIRST)
        binding = Binding.objects.get()
        assert (str(binding.english), binding.stated) == ("2021-03-01 en", False)
        bring(OLD)
        binding.refresh_from_db()
        assert (str(binding.english), binding.stated) == ("2020-03-01 en", True)
        assert shown("2020-03-01")["100.1"] == ("exact", 0)

    def test_without_any_english_it_waits(self) -> None:
        bring(FIRST)
        assert Binding.objects.get().english is None
        assert not Translation.objects.exists()

    def test_corrected_english_is_what_it_translates(self) -> None:
        bring(OLD, FIRST)
        corrected = OLD.with_chapter(101, Place("d", "And so it stays."), Place("e"), Place("f"))
        corrected = corrected.with_chapter(
            100,
            Place("a", "A word more."),
            Place("b", "See rule 100.1."),
            Place("c", examples=("Example: A heron waits.",)),
        )
        bring(corrected)
        assert shown("2020-03-01")["100.1"] == ("exact", 0)
        assert not Translation.objects.filter(places=None).exists()


class Undone(TestCase):
    """An import taken back as a whole."""

    def content(self) -> tuple[object, ...]:
        entries = Entry.objects.filter(edition__isnull=False).order_by("edition__version__date", "position")
        return (
            list(entries.values_list("edition__version__date", "edition__language", "number", "wording__digest")),
            sorted(Wording.objects.values_list("digest", flat=True)),
            [len(group) for group in self.groups()],
            approved(),
        )

    def groups(self) -> list[list[str]]:
        found = Rule.objects.order_by("pk")
        rows = [[str(entry) for entry in rule.entries.order_by("pk") if entry.edition_id] for rule in found]
        return sorted(row for row in rows if row)

    def test_a_translation_leaves_nothing_behind(self) -> None:
        bring(OLD, NEW)
        before = self.content()
        bring(FIRST)
        undo_import(Source.objects.get(language="fr"), reason="the wrong file")
        assert self.content() == before
        assert not Translation.objects.exists()
        assert ActionLog.objects.filter(verb="undone", reason="the wrong file", language="fr").count() == 1

    def test_what_another_source_says_too_stays(self) -> None:
        bring(OLD, FIRST)
        before = self.content()
        bring(SECOND)
        undo_import(Source.objects.order_by("pk").last() or Source())
        assert self.content() == before

    def test_an_english_version_in_the_middle(self) -> None:
        last = NEW.dated(2022)
        bring(OLD, last)
        before = self.content()
        bring(NEW)
        undo_import(Source.objects.get(edition__version__date="2021-03-01"))
        assert self.content() == before
        assert not Version.objects.filter(date="2021-03-01").exists()

    def test_a_correction_gives_the_text_before_back(self) -> None:
        bring(OLD, NEW)
        before = self.content()
        bring(OLD.with_chapter(101, Place("other"), Place("e"), Place("f")))
        assert self.content() != before
        undo_import(Source.objects.order_by("pk").last() or Source())
        assert self.content() == before

    def test_what_a_curator_built_on_it_stays(self) -> None:
        bring(OLD, FIRST)
        imported = Translation.objects.get(original__text__startswith=OLD.chapters[100][0].text)
        other = Translation.objects.exclude(pk=imported.pk).order_by("pk")[0]
        by = make_user("curator")
        waiting = {"status": "review", "revision": 2, "based_on": imported, "author": by}
        theirs = make_translation(imported.original_id, other.wording_id, **waiting)
        undo_import(Source.objects.get(language="fr"), by=by)
        assert Translation.objects.filter(pk__in=(imported.pk, theirs.pk)).count() == 2
        imported.refresh_from_db()
        assert imported.status == "superseded"

    def test_the_sample_is_not_taken_back(self) -> None:
        import_source(OLD.write().encode(), name="sample.txt", sample=True)
        with pytest.raises(CannotUndo):
            undo_import(Source.objects.get())


class Slots(TestCase):
    """Which of several texts readers see."""

    def test_a_text_in_review_can_still_be_approved(self) -> None:
        bring(OLD, SECOND)
        entry = Entry.objects.get(number="100.1", edition__language="en")
        assert entry.rule is not None
        target = find_target("fr", entry.rule.public_id, 0, catalogue().latest)
        assert target is not None
        waits = save(target, "", Passage("Le bac attend."), 1, make_user("tess", "translators-fr"), "", submit=True)
        bring(FIRST)
        assert newest_of(target) == waits
        waits.refresh_from_db()
        approve(target, waits.revision, approved_of(target), make_user("rene", "reviewers-fr"))
        assert Translation.objects.approved_in("fr").get(original=target.original) == waits

    def test_a_curators_text_is_never_overruled(self) -> None:
        bring(OLD, FIRST)
        imported = Translation.objects.filter(places__is_example=False).order_by("pk").first() or Translation()
        Translation.objects.filter(pk=imported.pk).update(status="superseded")
        make_translation(imported.original_id, imported.wording_id, revision=2)
        update_shown({imported.original_id}, "fr")
        bring(SECOND)
        slot = Translation.objects.of_slot(imported.original_id, "fr")
        assert slot.get(status="approved").origin == "curator"
        assert slot.count() == 3
