"""Exchange files: out and in again without loss, edited for months, in conflict, and not what they seem."""

import csv
import json
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from lxml import etree
from translate.storage import factory, pypo, xliff2

from rulesbase.engine.nodes import Passage
from rulesbase.exchange import import_file
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.export_file import export_file, units_of
from rulesbase.exchange.formats import read_file, write_file
from rulesbase.exchange.import_file import ImportReport, import_parsed, language_of
from rulesbase.exchange.translation_units import HEADING, TEXT, Hint, Unit, stripped
from rulesbase.imports.import_file import import_source
from rulesbase.models import ActionLog, TranslatedPlace, Translation
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import ADDED, EXAMPLE, NEW_BOOK, SAME, WORD, french, spot
from tests.rulesbase.desk.texts import newest, post, rows, state_of
from tests.support.commands import output_of
from tests.support.pages import squeezed
from tests.support.texts import Place

pytestmark = pytest.mark.usefixtures("desk")

PAGE = "/curate/fr/exchange/"
XLIFF = "{urn:oasis:names:tc:xliff:document:1.2}"
BOMB = b"""<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><xliff version="1.2"><file><body>&c;</body></file></xliff>"""
THIEF = b"""<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]><tmx version="1.4"><header/>
<body><tu tuid="a"><tuv xml:lang="en"><seg>&a;</seg></tuv></tu></body></tmx>"""
ENGLISH = Passage("A <b> &\n\ntwo  three", ((2, 5),))
UNITS = [
    Unit("abc", "0" * 32, TEXT, ENGLISH, Passage("Un\u202f« b »\n!", ((3, 8),)), "1", "2", 3, "approved"),
    Unit("abc", "1" * 32, HEADING, Passage("Head"), Passage("Tête"), "1", "2", 0, "review"),
    Unit("", "2" * 32, TEXT, Passage("Lamp"), Passage("x", ((0, 1),)), "lamp", "", 0, "review"),
]  # fmt: skip


def edited(changes: dict[str, str], kind: str = "xliff") -> bytes:
    """The French as a file in which somebody typed these texts, by number (the first unit of each)."""
    root = etree.fromstring(export_file(kind, "fr")[0])
    for number, text in changes.items():
        unit = next(
            node for node in root.iter(f"{XLIFF}trans-unit") if node.findtext(f".//{XLIFF}context[2]") == number
        )
        target = unit.find(f"{XLIFF}target")
        if target is None:
            target = etree.Element(f"{XLIFF}target")
            unit.insert(1, target)
        target.text = text
    return bytes(etree.tostring(root, encoding="utf-8"))


def take(data: bytes, **options: bool) -> ImportReport:
    return import_parsed(read_file(data), "fr", "file.xliff", **options)  # type: ignore[arg-type]


def stored() -> set[tuple[int, int, str]]:
    return set(Translation.objects.values_list("original", "wording", "status"))


# ---- Files ----


@pytest.mark.parametrize("kind", ["xliff", "xliff2", "tmx"])
def test_a_file_says_what_was_written(kind: str) -> None:
    parsed = read_file(write_file(kind, "fr", UNITS))
    assert (parsed.kind, parsed.language, parsed.unknown_ids, parsed.units) == (kind, "fr", [], UNITS)


@pytest.mark.parametrize(("kind", "name"), [("xliff", "a.xlf"), ("xliff2", "a.xlf"), ("tmx", "a.tmx")])
def test_the_toolkit_takes_our_files_for_its_own(kind: str, name: str) -> None:
    file = BytesIO(write_file(kind, "fr", UNITS))
    file.name = name
    # By the end of its name alone the toolkit takes every XLIFF for 1.
    store = xliff2.Xliff2File(file) if kind == "xliff2" else factory.getobject(file)
    assert [unit.target for unit in store.units] == [unit.target.text for unit in UNITS if unit.target]
    assert [unit.source for unit in store.units] == [unit.source.text for unit in UNITS]
    # What waits for review the toolkit counts as not done in XLIFF 1.2 alone.
    done = kind != "xliff"
    assert [unit.istranslated() for unit in store.units] == [True, done, done]
    assert len({unit.getid() for unit in store.units}) == 3


def test_white_space_of_tools_is_taken_off() -> None:
    assert stripped(Passage(" \n un mot ", ((3, 8), (0, 2)))) == Passage("un mot", ((0, 5),))
    assert stripped(Passage("un\r\nmot", ((0, 2),))) == Passage("un\nmot")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no xml",
        b"<xliff>",
        b"<html/>",
        BOMB,
        THIEF,
        b'<xliff version="2.0"><file/></xliff>',
        b"<xliff/>",
        b"<tmx><header/></tmx>",
        b"<?xml version='1.0' encoding='utf-16'?><xliff/>",
    ],
    ids=["empty", "text", "open", "html", "bomb", "thief", "two", "bare", "bodyless", "encoding"],
)
def test_what_is_no_exchange_file_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(InvalidFile) as refused:
        read_file(data)
    assert len(str(refused.value)) > 15
    assert "root:" not in str(refused.value)


def memory(*units: tuple[tuple[str, str], ...]) -> bytes:
    """A TMX file of another tool: for each unit languages with texts."""
    variants = ["".join(f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>' for code, text in unit) for unit in units]
    return f"<tmx version='1.4'><header/><body>{''.join(f'<tu>{unit}</tu>' for unit in variants)}</body></tmx>".encode()


def test_a_memory_of_several_languages_is_refused() -> None:
    french, german, english = ("fr", "Une lampe."), ("de", "Eine Lampe."), ("en-US", "A lamp.")
    parsed = read_file(memory((english, french), (english,), (german, english, french)))
    assert parsed.language == "fr"
    assert [unit.target for unit in parsed.units] == [Passage("Une lampe."), None, Passage("Une lampe.")]
    with pytest.raises(InvalidFile, match="several languages"):
        read_file(memory((english, french), (english, german)))


# ---- The archive ----


@pytest.mark.parametrize("kind", ["xliff", "xliff2", "tmx"])
def test_nothing_changes_by_a_round_trip(kind: str) -> None:
    before, logged = stored(), ActionLog.objects.count()
    data, count = export_file(kind, "fr")
    taken = take(data)
    assert (taken.counts["known"], sum(taken.counts.values()), taken.rows) == (count, count, [])
    assert count == len(before)
    assert (stored(), ActionLog.objects.count()) == (before, logged)
    assert export_file(kind, "fr")[0] == data


def test_an_empty_archive_gets_all_of_it_back() -> None:
    before = {row[:2] for row in stored()}
    data, _count = export_file("xliff", "fr")
    written = [unit._replace(revision=0, hint=None) for unit in units_of("fr")]
    Translation.objects.all().delete()
    taken = take(data, approve=True)
    assert taken.counts["conflict"] == taken.counts["refused"] == 0
    assert {row[:2] for row in stored()} == before
    assert {row[2] for row in stored()} == {"approved"}
    again = [unit._replace(revision=0, hint=None) for unit in units_of("fr")]
    assert {(unit.id, unit.source, unit.target, unit.status) for unit in again} == {
        (unit.id, unit.source, unit.target, unit.status) for unit in written
    }
    assert TranslatedPlace.objects.count() == len(before)


def test_texts_land_where_they_belong() -> None:
    taken = take(edited({ADDED: "Personne ne l’a dit.", SAME: "Autrement."}))
    assert taken.counts | {"known": 0} == {"new": 2, "draft": 0, "known": 0, "conflict": 0, "refused": 0}
    row = newest(ADDED)
    assert (row.wording.text, row.status, row.origin, row.revision) == ("Personne ne l’a dit.", "review", "curator", 1)
    assert row.places.get().entry == spot(ADDED).entry
    assert [(one.status, one.revision) for one in rows(SAME)] == [("approved", 1), ("review", 2)]
    logged = ActionLog.objects.filter(details__has_key="file")
    assert {(one.verb, one.new_status, one.place) for one in logged} == {
        ("submitted", "review", f"{ADDED}@2021-03-01"),
        ("submitted", "review", f"{SAME}@2021-03-01"),
    }
    # The same file once more brings nothing new.
    assert take(edited({})).counts["new"] == 0


def test_a_file_of_long_ago_is_a_draft_for_the_old_english() -> None:
    data = edited({ADDED: "Personne ne l’a dit."})
    old = spot(ADDED).original
    places = {**NEW_BOOK.chapters, 101: (*NEW_BOOK.chapters[101][:-1], Place("added", "This is no longer true."))}
    later = NEW_BOOK.with_chapter(90 + 12, Place("before")).with_chapter(101, *places[101]).dated(2022)
    import_source(later.bytes(), name="later.txt")
    taken = take(data)
    assert (taken.counts["draft"], taken.counts["new"]) == (1, 0)
    assert [(row.place, row.result) for row in taken.rows] == [(f"{ADDED}@2021-03-01", "draft")]
    row = Translation.objects.get(original=old)
    assert (row.status, row.wording.text) == ("draft", "Personne ne l’a dit.")


def test_what_changed_here_meanwhile_is_reported_and_stays(translator: Client) -> None:
    data = edited({SAME: "Du fichier.", ADDED: "Du fichier aussi."})
    post(translator, SAME, "save", text="D’ici.")
    post(translator, ADDED, "save", text="D’ici aussi.")
    before = stored()
    taken = take(data)
    assert (taken.counts["conflict"], taken.counts["new"]) == (2, 0)
    assert {(row.text, row.ours) for row in taken.rows} == {
        ("Du fichier.", "D’ici."),
        ("Du fichier aussi.", "D’ici aussi."),
    }
    assert stored() == before
    # Who did not touch a text in the file is in no conflict over it.
    assert take(edited({})).counts["conflict"] == 0


def test_a_text_that_was_withdrawn_before_the_export_is_in_no_conflict(reviewer: Client) -> None:
    for number in (SAME, ADDED):
        post(reviewer, number, "approve", text="Retiré.")
        post(reviewer, number, "withdraw", reason="Faux.")
    earlier = rows(SAME)[0]
    earlier.status = "approved"
    earlier.save()
    taken = take(edited({SAME: "Du fichier.", ADDED: "Du fichier aussi."}))
    assert (taken.counts["conflict"], taken.counts["new"]) == (0, 2)
    made = newest(SAME)
    assert (made.revision, made.status, made.based_on) == (3, "review", earlier)
    assert made.actions.get().before == earlier.wording
    assert (newest(ADDED).revision, newest(ADDED).wording.text) == (2, "Du fichier aussi.")


def test_the_examples_of_an_imported_text_are_still_to_be_translated(reviewer: Client) -> None:
    for part in (0, 1):
        rows(EXAMPLE, part)[0].delete()
    assert take(edited({EXAMPLE: "Sans ses exemples."})).counts["new"] == 1
    post(reviewer, EXAMPLE, "approve", text="Sans ses exemples.")
    assert state_of(EXAMPLE) is Freshness.EXAMPLE


def test_a_text_replaces_the_one_in_review(translator: Client) -> None:
    post(translator, ADDED, "submit", text="En attente.")
    assert take(edited({ADDED: "Du fichier."})).counts["new"] == 1
    assert [(row.wording.text, row.status) for row in rows(ADDED)] == [
        ("En attente.", "superseded"),
        ("Du fichier.", "review"),
    ]


def undo_last_import(editor: Client) -> str:
    """Undo the last import as one action; return the page that follows."""
    batch = ActionLog.objects.exclude(batch="").latest("pk").batch
    assert "take-back" in editor.get(f"/curate/fr/log/?batch={batch}").content.decode()
    sent = {"reason": "Wrong file."}
    return editor.post(f"/curate/fr/bulk/{batch}/take-back/", sent, follow=True).content.decode()


def test_an_import_is_undone_as_a_whole(editor: Client, translator: Client) -> None:
    post(translator, ADDED, "submit", text="En attente.")
    before = stored()
    assert take(edited({ADDED: "Du fichier.", SAME: "Du fichier aussi."})).counts["new"] == 2
    assert "2 texts" in undo_last_import(editor)
    assert {row for row in stored() if row[2] != "superseded"} == {row for row in before if row[2] != "superseded"}


def test_what_was_decided_since_an_import_stays(editor: Client, reviewer: Client) -> None:
    assert take(edited({ADDED: "Du fichier.", SAME: "Du fichier aussi."})).counts["new"] == 2
    batch = ActionLog.objects.exclude(batch="").latest("pk").batch
    post(reviewer, ADDED, "approve", text="Du fichier.")
    undo_last_import(editor)
    assert newest(ADDED).status == "approved"
    assert newest(SAME).status == "superseded"
    refused = editor.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Wrong file."})
    assert "or its texts were changed or approved since" in refused.content.decode()


def test_an_undone_import_of_approved_texts_leaves_new_drafts(editor: Client, translator: Client) -> None:
    post(editor, SAME, "approve", text="Le nôtre.")
    post(translator, SAME, "submit", text="En attente.")
    units = [one for one in units_of("fr") if one.number == SAME]
    changed = [one._replace(target=Passage("Du fichier."), status="approved") for one in units]
    assert take(write_file("xliff", "fr", changed), approve=True).counts["new"] == 1
    post(translator, SAME, "save", text="Un autre brouillon.")
    undo_last_import(editor)
    assert {row.wording.text: row.status for row in rows(SAME)[-4:]} == {
        "Le nôtre.": "approved",
        "En attente.": "superseded",
        "Du fichier.": "superseded",
        "Un autre brouillon.": "draft",
    }


def test_a_file_without_revisions_overwrites_nothing() -> None:
    units = [one._replace(revision=None) for one in units_of("fr") if one.number in (SAME, ADDED)]
    changed = [one._replace(target=Passage("Du fichier.")) for one in units]
    taken = take(write_file("xliff", "fr", changed).replace(b"x-revision", b"x-lost"))
    assert (taken.counts["conflict"], taken.counts["new"]) == (1, 1)


@pytest.mark.parametrize("text", ["<script>x</script>", "Un \u202e mot", pytest.param("x" * 20_001, id="long")])
def test_bad_texts_are_refused_and_the_others_taken(text: str) -> None:
    taken = take(edited({SAME: text, ADDED: "Bien."}))
    assert (taken.counts["refused"], taken.counts["new"]) == (1, 1)
    assert len(rows(SAME)) == 1


def test_units_that_are_not_ours_or_of_another_english() -> None:
    good = next(one for one in units_of("fr") if one.number == ADDED)._replace(target=Passage("Bien."))
    unknown = good._replace(digest="f" * 32)
    other = good._replace(source=Passage("Another English text."))
    taken = take(write_file("xliff", "fr", [unknown]))
    assert [row.result for row in taken.rows] == ["refused"]
    assert take(write_file("xliff", "fr", [other])).counts["refused"] == 1
    twice = take(write_file("xliff", "fr", [good, good._replace(target=Passage("Mal."))]))
    assert (twice.counts["new"], twice.counts["refused"], newest(ADDED).wording.text) == (1, 1, "Bien.")


def test_a_dry_run_and_another_language_store_nothing() -> None:
    before, logged = stored(), ActionLog.objects.count()
    assert take(edited({ADDED: "Bien."}), dry=True).counts["new"] == 1
    with pytest.raises(InvalidFile):
        import_parsed(read_file(edited({ADDED: "Bien."})), "ja", "x")
    assert (stored(), ActionLog.objects.count()) == (before, logged)


def test_old_translations_stand_beside_what_is_behind() -> None:
    (unit,) = (one for one in units_of("fr") if one.number == WORD and one.version == "2021-03-01")
    assert state_of(WORD) is Freshness.BEHIND
    assert unit.target is None
    assert isinstance(unit.hint, Hint)
    assert unit.hint.target == french(unit.hint.source)
    assert b"alt-trans" in write_file("xliff", "fr", [unit])


# ---- The page and the commands ----


def test_the_page(editor: Client) -> None:
    page = editor.get(PAGE)
    assert page.headers["Cache-Control"].startswith("max-age=0") or "no-store" in page.headers["Cache-Control"]
    sent = editor.get(f"{PAGE}xliff/")
    assert 'filename="rulesbase-fr-2021-03-01.xliff"' in sent.headers["Content-Disposition"]
    assert sent.content == export_file("xliff", "fr")[0]
    newer = editor.get(f"{PAGE}xliff2/")
    assert 'filename="rulesbase-fr-2021-03-01.xlf"' in newer.headers["Content-Disposition"]
    assert read_file(newer.content).kind == "xliff2"
    # The texts of one version, and no others.
    assert '<option value="2020-03-01">' in page.content.decode()
    older = editor.get(f"{PAGE}xliff/?version=2020-03-01")
    assert 'filename="rulesbase-fr-2020-03-01.xliff"' in older.headers["Content-Disposition"]
    assert {unit.version for unit in read_file(older.content).units} == {"2020-03-01"}
    assert editor.get(f"{PAGE}xliff/?version=2020-03-02").status_code == 404
    assert editor.get(f"{PAGE}zip/").status_code == 404
    file = SimpleUploadedFile("fr.xliff", edited({ADDED: "Bien."}))
    looked = editor.post(PAGE, {"file": file, "dry": "on"})
    assert "Preview of the import" in looked.content.decode()
    assert rows(ADDED) == []
    file.seek(0)
    done = editor.post(PAGE, {"file": file})
    assert "Result" in done.content.decode()
    assert newest(ADDED).author_name == "edie"


def test_the_texts_of_a_chapter(editor: Client) -> None:
    assert '<option value="101">101 ' in editor.get(PAGE).content.decode()
    sent = editor.get(f"{PAGE}csv/?chapter=101")
    assert 'filename="rulesbase-fr-2021-03-01-101.csv"' in sent.headers["Content-Disposition"]
    units = read_file(sent.content).units
    assert {unit.number.partition(".")[0] for unit in units} == {"101"}
    # The examples too.
    assert len(units) == 9
    file = SimpleUploadedFile("fr.csv", sent.content.replace(b"before.,,", b"before.,Bien dit.,"))
    report = squeezed(editor.post(PAGE, {"file": file}).content.decode())
    assert '<dt>Texts for review</dt><dd><a href="/curate/fr/?queue=review">1</a>' in report
    assert newest(ADDED).wording.text == "Bien dit."
    assert read_file(editor.get(f"{PAGE}po/?chapter=101&version=2020-03-01").content).units[0].version == "2020-03-01"
    for unknown in ("999", "x", "101.1"):
        refused = editor.get(f"{PAGE}csv/?chapter={unknown}")
        assert refused.status_code == 404
        assert "This version does not have this chapter." in refused.content.decode()


def test_the_page_names_terms_by_their_headings(editor: Client) -> None:
    unit = next(one for one in units_of("fr") if one.number == "lantern" and one.field == TEXT)
    data = write_file("xliff", "fr", [unit._replace(target=Passage("Un mot."))])
    page = squeezed(editor.post(PAGE, {"file": SimpleUploadedFile("fr.xliff", data)}).content.decode())
    assert '<th scope="row">Lantern@2021-03-01</th>' in page


@pytest.mark.parametrize("data", [BOMB, b"no", None])
def test_the_page_refuses_with_a_message_at_the_field(editor: Client, data: bytes | None) -> None:
    before = stored()
    answer = editor.post(PAGE, {"file": SimpleUploadedFile("fr.xliff", data)} if data else {})
    assert (answer.status_code, 'class="error"' in answer.content.decode(), stored()) == (422, True, before)


def test_a_file_without_translations_is_refused() -> None:
    untranslated = write_file("xliff", "fr", [unit._replace(target=None) for unit in UNITS])
    with pytest.raises(InvalidFile, match="no translations"):
        import_parsed(read_file(untranslated), "fr", "fr.xliff")


def test_the_commands(tmp_path: Path) -> None:
    out = StringIO()
    path = tmp_path / "fr.xliff"
    call_command("export_translations", "fr", str(path), stdout=out)
    assert path.read_bytes() == export_file("xliff", "fr")[0]
    call_command("export_translations", "fr", str(path), "--version", "2020-12-31", stdout=out)
    assert {unit.version for unit in read_file(path.read_bytes()).units} == {"2020-03-01"}
    with pytest.raises(CommandError, match="No version was in force on 1 January 1990"):
        call_command("export_translations", "fr", str(path), "--version", "1990-01-01")
    path.write_bytes(edited({ADDED: "Bien."}))
    assert json.loads(output_of("import_translations", str(path), "--json"))["new"] == 1
    call_command("export_translations", "fr", str(tmp_path / "fr.tmx"), stdout=out)
    assert read_file((tmp_path / "fr.tmx").read_bytes()).kind == "tmx"
    for wrong in (["export_translations", "fr", str(tmp_path / "fr.zip")], ["export_translations", "en", "x.tmx"]):
        with pytest.raises(CommandError):
            call_command(*wrong)
    path.write_bytes(BOMB)
    with pytest.raises(CommandError, match="entities"):
        call_command("import_translations", str(path))
    path.write_bytes(export_file("csv", "fr")[0])
    with pytest.raises(CommandError, match="does not state its language"):
        call_command("import_translations", str(path))
    with pytest.raises(CommandError):
        call_command("import_translations", str(tmp_path / "none.xliff"))


def edited_po(data: bytes, old: str, new: str) -> bytes:
    """Return a PO file with another translation in place of ``old``."""
    pofile: Any = pypo.pofile  # its methods have no types
    file = pofile.parsestring(data)
    for unit in file.units:
        if str(unit.target) == old:
            unit.target = new
    return bytes(file)


def through(tool: str, data: bytes, folder: Path, names: tuple[str, str]) -> bytes:
    """Convert a file with a tool of the Translate Toolkit."""
    before, after = (folder / name for name in names)
    before.write_bytes(data)
    program = Path(sys.executable).parent / tool
    subprocess.run([program, "--progress=none", before, after], check=True, capture_output=True)
    return after.read_bytes()


def test_converters_that_drop_the_ids(tmp_path: Path) -> None:
    """XLIFF to PO and back has neither our ids nor the language; texts are found by their English."""
    po = through("xliff2po", export_file("xliff", "fr")[0], tmp_path, ("a.xliff", "a.po"))
    same = take(po)
    assert (same.counts["new"], same.counts["conflict"], same.counts["refused"]) == (0, 0, 0)
    assert same.counts["known"] > 5
    changed = edited_po(po, french(spot(SAME).original.text), "Un autre texte, complet et changé ailleurs.")
    back = through("po2xliff", changed, tmp_path, ("b.po", "b.xliff"))
    assert b"target-language" not in back
    done = take(back)
    assert done.counts["new"] == 1
    assert (newest(SAME).wording.text, newest(SAME).status) == ("Un autre texte, complet et changé ailleurs.", "review")


def test_a_translation_memory_of_another_tool() -> None:
    """TMX without our ids is matched by its English too."""
    done = take(memory((("en", spot(SAME).original.text), ("fr", "Un autre texte."))))
    assert (done.counts["new"], done.counts["refused"]) == (1, 0)
    assert newest(SAME).wording.text == "Un autre texte."


def test_a_text_without_id_is_matched_by_its_version_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A term may have the same heading in two versions; a PO file names the number and the version."""
    older = next(one for one in units_of("fr") if one.number == SAME)
    newer = older._replace(digest="0" * 32, version="2021-03-01", target=None)
    older = older._replace(version="2020-03-01")
    monkeypatch.setattr(import_file, "units_of", lambda _language: [newer, older])
    parsed = read_file(write_file("po", "fr", [older]))
    done = import_parsed(
        parsed._replace(units=[one._replace(digest="") for one in parsed.units]), "fr", "fr.po", dry=True
    )
    assert (done.counts["known"], done.rows) == (1, [])


def test_terms_with_the_same_text_are_named_by_their_headings(monkeypatch: pytest.MonkeyPatch) -> None:
    lantern = [one for one in units_of("fr") if one.number == "lantern"]
    lamp = [one._replace(digest="0" * 32, number="lamp") for one in lantern]
    lamp[0] = lamp[0]._replace(source=Passage("Lamp"))
    monkeypatch.setattr(import_file, "units_of", lambda _language: [*lantern, *lamp])
    done = take(f'source,target\n"{lantern[1].source.text}",Un mot.\n'.encode(), dry=True)
    assert "have this English text (Lantern, Lamp)" in done.rows[0].why


@pytest.mark.parametrize("kind", ["po", "csv"])
def test_po_and_csv(kind: str) -> None:
    first = list(units_of("fr"))
    data = write_file(kind, "fr", first)
    assert [one._replace(status="", hint=None) for one in read_file(data).units] == [
        one._replace(status="", hint=None) for one in first
    ]
    text = french(spot(SAME).original.text)
    other = "[i]Autre[/i] chose."
    done = take(edited_po(data, text, other) if kind == "po" else data.replace(text.encode(), other.encode()))
    assert (done.counts["new"], done.counts["refused"]) == (1, 0)
    assert newest(SAME).wording.emphasis == "0-5"


def test_a_table_of_another_tool() -> None:
    english = spot(ADDED).original.text
    done = take(f'source,target\n"{english}",Un texte nouveau.\nNo lamp has this.,Inconnu.\n'.encode())
    assert (done.counts["new"], done.counts["refused"]) == (1, 1)
    why = "The English text in the file is not in Rulesbase."
    assert done.rows == [("No lamp has this.", "refused", why, "Inconnu.", "")]
    with pytest.raises(InvalidFile, match="must name the columns"):
        read_file(b"a,b\n1,2\n")


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_a_table_that_a_spreadsheet_saved(delimiter: str, encoding: str) -> None:
    rows = [["english", "translation"], [spot(ADDED).original.text, "Été ; « hiver », déjà."]]
    file = StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    assert take(file.getvalue().encode(encoding)).counts["new"] == 1
    assert newest(ADDED).wording.text == "Été ; « hiver », déjà."


@pytest.mark.parametrize(
    "rows",
    ['A lamp.,"Une lampe.\nTwo lamps.,Deux lampes.\n', 'A lamp.,"Une "grande" lampe."\n', f'A lamp.,"{"x" * 140000}\n'],
    ids=["not closed", "not doubled", "long"],
)
def test_a_table_with_a_wrong_quotation_mark_is_refused(rows: str) -> None:
    with pytest.raises(InvalidFile, match="begins in line 3 cannot be read"):
        read_file(f"english,translation\nOne.,Un.\n{rows}".encode())


def test_a_table_that_was_cut_off_is_refused() -> None:
    head = "english,translation,status\nOne.,Un.,review\n"
    assert read_file(f"{head}Two.,Deux.\n".encode())
    with pytest.raises(InvalidFile, match="ends inside the row that begins in line 3"):
        read_file(f"{head}Two.,De".encode())


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf \r\n"])
def test_a_file_of_a_byte_order_mark_is_empty(data: bytes) -> None:
    with pytest.raises(InvalidFile, match="The file is empty"):
        read_file(data)


def test_a_table_in_another_language_is_refused() -> None:
    english = spot(ADDED).original.text
    japanese = "この文章は日本語で書かれています。" * 15
    with pytest.raises(InvalidFile, match="into “ja”, not “fr”"):
        take(f"source,target\n{english},{japanese}\n".encode())
    assert rows(ADDED) == []
    # A few words may be quoted.
    assert take(f"source,target\n{english},Le mot 日本.\n".encode()).counts["new"] == 1


@pytest.mark.parametrize("kind", ["po", "csv", "xliff", "tmx"])
def test_a_file_that_an_editor_saved_as_utf_16(kind: str) -> None:
    data = write_file(kind, "fr", UNITS)
    saved = data.decode("utf-8-sig").replace("utf-8", "utf-16").replace("UTF-8", "UTF-16").encode("utf-16")
    assert read_file(saved).units == read_file(data).units


def test_a_language_code_in_other_letters() -> None:
    Translation.objects.filter(language="fr").update(language="pt-br")
    assert [language_of(written) for written in ("pt_BR", "pt-br", "PT-PT", "fr-FR")] == ["pt-br", "pt-br", "pt", "fr"]
