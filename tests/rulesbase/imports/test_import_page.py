"""/curate/import/: upload, preview, corrections line by line, import, report, undo; and all that is refused."""

import datetime
import re
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source
from rulesbase.imports import uploads
from rulesbase.imports.confirm_upload import import_previewed
from rulesbase.imports.import_file import import_source
from rulesbase.imports.preview import preview
from rulesbase.models import ActionLog, Binding, Entry, Source, TranslatedPlace, Translation, Upload, User
from tests.rulesbase.translations.test_alignment import NEW, OLD, translation
from tests.support.lending import lent_books
from tests.support.make import make_user, signed_in

pytestmark = pytest.mark.django_db
PAGE = "/curate/import/"
FRENCH = translation(
    of=[
        ("100.1.", "Le bac traverse la rivière, et personne ne le retient."),
        ("100.2.", "Le greffier compte les pièces. Voir règle 100.1."),
        ("100.9.", "Une règle qui n’est nulle part en anglais."),
    ]
)


_english = lent_books(OLD)


@pytest.fixture
def editor(_english: None, client: Client) -> User:
    user = make_user("jeanne", "editors-fr")
    client.force_login(user)
    return user


def send(client: Client, data: bytes = FRENCH, name: str = "regles.txt") -> str:
    """Return the address of the preview of an uploaded file."""
    answer = client.post(PAGE, {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    return str(answer.headers["Location"])


def page_of(client: Client, address: str, **query: str) -> str:
    return client.get(address, query).content.decode()


def state_of(page: str, place: str) -> str:
    """Return the word in the badge of a line."""
    found = re.search(rf'id="line-{place}".*?class="badge[^"]*">([^<]+)<', page, re.S)
    assert found, f"no line {place}"
    return found[1].strip()


def test_a_file_is_previewed_corrected_and_imported(client: Client, editor: User) -> None:
    address = send(client)
    shown = client.get(address, {"show": "all"})
    assert shown.headers["Cache-Control"] == "private, no-store"
    page = shown.content.decode()
    states = [state_of(page, place) for place in "012"]
    assert states == ["matched with English", "matched with English", "line without a match in English"]
    assert "<p>The English text has no 100.9.</p>" in page
    assert "French" in page
    assert "utf-8" in page
    assert OLD.chapters[100][0].text.split(" ")[1] in page
    waiting = page_of(client, PAGE)
    assert "regles.txt" in waiting
    # Corrections change the upload, never the file.
    assert "last changed 0\xa0minutes ago" in waiting
    # Nothing is content yet.
    assert not Source.objects.filter(language="fr").exists()
    assert not Translation.objects.exists()
    done = client.post(address, {"do": "import"})
    source = Source.objects.get(language="fr")
    assert done.headers["Location"] == f"{PAGE}report/{source.pk}/"
    assert not Upload.objects.exists()
    binding = Binding.objects.get()
    assert (binding.entries, binding.bound) == (3, 2)
    log = ActionLog.objects.get(verb="imported", language="fr")
    assert log.author == editor
    report = page_of(client, done.headers["Location"])
    assert "<p>The English text has no 100.9.</p>" in report
    assert "jeanne" in report
    assert "regles.txt" in page_of(client, PAGE)


def test_reasons_are_in_the_language_of_the_page(client: Client, editor: User) -> None:
    address = send(client)
    assert "<p>Le texte anglais ne contient pas 100.9.</p>" in page_of(client, f"/fr{address}")
    assert "<p>英語原文に100.9がありません。</p>" in page_of(client, f"/ja{address}")
    report = client.post(address, {"do": "import"}).headers["Location"]
    Binding.objects.update(
        doubts=[
            [4, "", Problem.OTHER_REFERENCES % {"name": "100.2", "adds": "100.1", "lacks": "100.3"}],
            # The wording of an older database.
            [4, "", "100.2 has other symbols than the English"],
        ]
    )
    page = page_of(client, f"/fr{report}")
    assert "<p>Le texte anglais ne contient pas 100.9.</p>" in page
    assert "«\u202f100.2\u202f» cite 100.1, mais le texte anglais cite 100.3.</p>" in page
    assert '<p lang="en">100.2 has other symbols than the English</p>' in page


def test_the_report_of_a_text_without_a_version_does_not_claim_that_nobody_sees_it(
    client: Client, editor: User
) -> None:
    address = send(client, "100.1. Le bac traverse la rivière, et personne ne le retient.\n".encode())
    report = page_of(client, client.post(address, {"do": "import"}).headers["Location"])
    assert "not shown in any version" not in report
    assert "beside the English texts that they match" in report
    read = client.get("/rules/latest/100.1/?lang=en,fr", follow=True).content.decode()
    assert "Le bac traverse la rivière" in read


def test_lines_are_corrected_before_the_import(client: Client, editor: User) -> None:
    address = send(client)
    fields = {
        "do": "correct",
        "place": ["0", "2", "new-0000"],
        "name-0": "100.1",
        "text-0": "Le bac passe la rivière.",
        "name-2": "100.3",
        "text-2": "La lanterne reste allumée.\r\nExemple : Un héron attend.",
        "name-new-0000": "101.1",
        "text-new-0000": "Le passeur dort.",
    }
    assert client.post(address, fields).status_code == 302
    page = page_of(client, address, show="all")
    assert [state_of(page, place) for place in ("0", "1", "2", "new-0000")] == ["matched with English"] * 4
    client.post(address, {"do": "import"})
    binding = Binding.objects.get()
    assert (binding.entries, binding.bound, binding.problems) == (4, 4, [])
    texts = dict(Entry.objects.filter(source__language="fr").values_list("number", "wording__text"))
    assert texts["100.1"] == "Le bac passe la rivière."
    assert texts["100.3"] == "La lanterne reste allumée."
    assert texts["101.1"] == "Le passeur dort."
    assert TranslatedPlace.objects.filter(is_example=True).count() == 1
    # What was typed by hand is marked, and the file stays as it came.
    source = Source.objects.get(language="fr")
    problems = [problem for _, _, problem in source.issues]
    assert problems == [
        "“101.1” was added by hand.",
        "“100.1” was corrected by hand.",
        "“100.9” was corrected by hand. It is now “100.3”.",
    ]
    assert client.get(f"/archive/sources/{source.pk}/file").content == FRENCH


def test_what_is_typed_as_it_was_is_no_correction(client: Client, editor: User) -> None:
    address = send(client)
    text = "Une règle qui n’est nulle part en anglais."
    client.post(address, {"place": ["2"], "name-2": "100.9", "text-2": text, "skip-2": "on"})
    assert state_of(page_of(client, address), "2") == "you left out this line"
    client.post(address, {"place": ["2"], "name-2": "100.9", "text-2": text})
    assert Upload.objects.get().corrections == {}
    client.post(address, {"place": ["2"], "name-2": "100.9", "text-2": text, "skip-2": "on", "do": "import"})
    assert not Entry.objects.filter(number="100.9").exists()
    assert Binding.objects.get().entries == 2


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"name-0": "bac", "text-0": "Le bac."}, "is not a rule number"),
        ({"name-0": "100.1", "text-0": "Le <script>alert(1)</script> bac."}, "web page markup"),
        ({"name-0": "100.1", "text-0": "Le \u202ebac."}, "U+202E"),
        ({"name-0": "100.1", "text-0": "a" * 40_001}, "40,001 characters"),
    ],
    ids=["number", "script", "bidi", "long"],
)
def test_a_line_stands_in_the_way(client: Client, editor: User, typed: dict[str, str], reason: str) -> None:
    address = send(client)
    client.post(address, {"place": ["0"], **typed})
    page = page_of(client, address)
    assert state_of(page, "0") == "this line prevents the import"
    assert reason in page
    assert "<script>alert" not in page
    refused = client.post(address, {"do": "import"})
    assert refused.status_code == 400
    assert not Source.objects.filter(language="fr").exists()
    client.post(address, {"place": ["0"], **typed, "skip-0": "on", "do": "import"})
    assert Binding.objects.get().bound == 1


def test_language_version_and_encoding_are_corrected(client: Client, editor: User) -> None:
    import_source(NEW.bytes(), name="new.txt")
    address = send(client, FRENCH.decode().encode("mac_roman"))
    page = page_of(client, address, show="all")
    assert "rivière" not in page
    chosen = client.post(address, {"do": "choose", "language": "", "date": "2021-03-01", "encoding": "mac_roman"})
    assert chosen.status_code == 302
    page = page_of(client, address, show="all")
    assert "rivière" in page
    client.post(address, {"do": "import"})
    assert str(Source.objects.get(language="fr").edition) == "2021-03-01 fr"
    assert str(Binding.objects.get().english) == "2021-03-01 en"


def test_a_complete_text_without_a_date_needs_one(client: Client, editor: User) -> None:
    rules = "".join(f"100.{n}. Le bac traverse la rivière {n} fois.\n\n" for n in range(1, 6))
    text = f"Règles\n\n1. Bacs\n\n100. Rivières\n\n{rules}Glossaire\n\nBac\nIl traverse la rivière.\n"
    address = send(client, text.encode())
    page = page_of(client, address)
    assert "Enter the date to import it." in page
    assert "It will become a new edition." not in page
    client.post(address, {"do": "choose", "language": "", "date": str(OLD.date), "encoding": ""})
    assert "It will become a new edition." in page_of(client, address)


def test_a_wrong_choice_is_refused(client: Client, editor: User) -> None:
    address = send(client)
    for fields, sentence in (
        ({"language": "klingon"}, "is not a language code"),
        ({"date": "4 février"}, "Enter a valid date"),
        ({"date": "1900-01-01"}, "The first rules are from 1993"),
        ({"encoding": "rot13"}, "Select a valid choice"),
    ):
        answer = client.post(address, {"do": "choose", **fields})
        assert answer.status_code == 400
        assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "a.png", "PNG picture"),
        ("Une lettre sans numéro.".encode(), "a.txt", "no paragraph begins with a rule number"),
        (
            b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><xliff version="1.2">&b;</xliff>',
            "a.xlf",
            "declares XML entities",
        ),
        (b'<xliff version="1.2"><file>', "a.xlf", "not well-formed XML"),
    ],
    ids=["picture", "prose", "bomb", "xml"],
)
def test_a_file_without_rules_is_not_imported(
    client: Client, editor: User, data: bytes, name: str, sentence: str
) -> None:
    address = send(client, data, name)
    answer = client.get(address)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert client.post(address, {"do": "import"}).status_code == 400
    assert Source.objects.count() == 1


def test_forms_that_are_refused(client: Client, editor: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a text, with two, cut off, of two gigabytes, of another site."""
    monkeypatch.setattr("rulesbase.web.middleware.upload_limits._DRAINED", 1)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(editor)
    form = "multipart/form-data; boundary="
    for answer, status, sentence in (
        (client.post(PAGE, {}), 400, "Nothing was uploaded"),
        (client.post(PAGE, {"file": SimpleUploadedFile("a.txt", FRENCH), "text": "x"}), 400, "a file and a text"),
        (client.generic("POST", PAGE, b"--x\r\nContent-Disposition", form), 400, "ended too early"),
        (client.generic("POST", PAGE, b"x", f"{form}x", CONTENT_LENGTH=str(2 << 30)), 413, "The maximum is 32 MB"),
        (strict.post(PAGE, {"text": FRENCH.decode()}), 403, ""),
    ):
        assert answer.status_code == status
        assert sentence in answer.content.decode()
    assert not Upload.objects.exists()


@pytest.mark.slow
def test_a_five_megabyte_text(client: Client, editor: User) -> None:
    """Pasted it is refused; as a file it is a rule that cannot be imported."""
    pasted = client.post(PAGE, {"text": "100.1. " + "a" * 5_000_000})
    assert pasted.status_code == 413
    assert "2.5 MB" in pasted.content.decode()
    address = send(client, FRENCH.replace(b"Le bac", b"Le " + b"a" * 5_000_000))
    page = page_of(client, address)
    assert "no rule has more than 40,000" in page
    assert len(page) < 100_000
    assert client.post(address, {"do": "import"}).status_code == 400
    client.post(address, {"do": "correct", "place": ["0"], "skip-0": "on"})
    assert state_of(page_of(client, address), "0") == "you left out this line"
    client.post(address, {"do": "correct", "place": ["0"]})
    assert state_of(page_of(client, address), "0") == "this line prevents the import"
    client.post(address, {"do": "import", "place": ["0"], "skip-0": "on"})
    assert Binding.objects.get().bound == 1


def test_an_upload_is_its_owners_alone(client: Client, editor: User) -> None:
    address = send(client)
    other = signed_in(make_user("other", "curators"))
    assert other.get(address).status_code == 404
    assert other.post(address, {"do": "discard"}).status_code == 404
    client.post(address, {"do": "discard"})
    assert not Upload.objects.exists()


def test_an_editor_imports_their_language_alone(client: Client, editor: User) -> None:
    address = send(client, NEW.bytes(), "en-2021.txt")
    page = page_of(client, address)
    assert "You may not import texts in this language (en)" in page
    assert client.post(address, {"do": "import"}).status_code == 403
    english = Source.objects.get(language="en")
    assert client.post(f"{PAGE}report/{english.pk}/undo/", {"reason": "no"}).status_code == 403
    client.force_login(make_user("curator", "curators"))
    client.post(send(client, NEW.bytes(), "en-2021.txt"), {"do": "import"})
    assert Source.objects.filter(language="en").count() == 2


def test_a_part_of_the_english_is_a_witness_only_beside_a_whole_edition(client: Client, editor: User) -> None:
    client.force_login(make_user("cora", "curators"))
    lines = [f"201.{n} A lighthouse is numbered {n}. See rule 201.{n + 1}." for n in range(1, 9)]
    address = send(client, "\n\n".join(lines).encode(), "cut.txt")
    witness, part = (
        "It will be listed beside the complete texts",
        "The import adds the rules that are missing or incomplete in the other files of this version",
    )
    for date, words, other in (("", witness, part), (str(OLD.date), witness, part), ("2018-01-19", part, witness)):
        client.post(address, {"do": "choose", "language": "en", "date": date, "encoding": ""})
        page = page_of(client, address)
        assert words in page, date
        assert other not in page
    client.post(address, {"do": "import"})
    source = Source.objects.get(name="cut.txt")
    assert source.edition is not None
    assert (str(source.edition.version), source.edition.complete) == ("2018-01-19", False)


def test_the_same_file_again(client: Client, editor: User) -> None:
    client.post(send(client), {"do": "import"})
    address = send(client)
    assert "This file was imported before" in page_of(client, address)
    done = client.post(address, {"do": "import"})
    assert done.status_code == 302
    assert Source.objects.filter(language="fr").count() == 1


def test_corrections_and_dates_of_a_known_file_are_not_lost(client: Client, editor: User) -> None:
    client.post(send(client), {"do": "import"})
    address = send(client)
    sent = {"do": "import", "place": "0", "name-0": "100", "text-0": "Un autre titre"}
    answer = client.post(address, sent)
    assert answer.status_code == 400
    assert "first undo the earlier import" in answer.content.decode()
    assert Upload.objects.get().corrections == {"0": ["100", "Un autre titre", False]}
    client.post(address, {"place": "0"})
    client.post(address, {"do": "choose", "language": "", "date": "2018-01-19", "encoding": ""})
    answer = client.post(address, {"do": "import"})
    assert answer.status_code == 400
    assert "This file was already imported as the version of" in answer.content.decode()
    assert Upload.objects.exists()


def test_an_upload_discarded_elsewhere_stays_gone(editor: User) -> None:
    upload = uploads.store_upload(editor, FRENCH, "fr.txt")
    Upload.objects.all().delete()
    with pytest.raises(uploads.CannotUpload, match="This upload does not exist"):
        uploads.choose(upload, language="fr", date=None, encoding="")
    with pytest.raises(uploads.CannotUpload, match="This upload does not exist"):
        uploads.correct(upload, {"0": uploads.TypedEntry("100", "Un autre titre")})
    assert "This upload does not exist" in preview(upload).refusal
    with pytest.raises(NotRules, match="This upload does not exist"):
        import_previewed(upload, by=editor)
    assert not Upload.objects.exists()
    assert not Source.objects.filter(language="fr").exists()


def test_a_corrected_title_leaves_the_italics_and_examples_below_it() -> None:
    rules = "".join(f"* 201.{number}. A ferry has a name.\n" for number in range(1, 4))
    chapter = read_source(f"201. Names\nA _remark_ of the site.\nExample: Ferry.\n{rules}".encode()).entries[0]
    assert (chapter.emphasis, len(chapter.examples)) == (((2, 8),), 1)
    typed = uploads.typed_of(chapter)
    assert uploads.node_of(typed, chapter) == chapter
    renamed = typed._replace(text=typed.text.replace("Names", "Namen"))
    assert uploads.node_of(renamed, chapter) == chapter._replace(heading="Namen")


@patch.object(uploads, "_MOST_TYPED", 100)
def test_corrections_are_limited_in_size(editor: User) -> None:
    """A line of a backup could not hold more."""
    upload = uploads.store_upload(editor, FRENCH, "fr.txt")
    uploads.correct(upload, {"0": uploads.TypedEntry("100", "x" * 80)})
    with pytest.raises(uploads.CannotUpload, match="too large"):
        uploads.correct(upload, {"1": uploads.TypedEntry("101", "x" * 20)})
    assert list(Upload.objects.get().corrections) == ["0"]
    uploads.correct(Upload.objects.get(), {"0": None, "1": uploads.TypedEntry("101", "x" * 20)})
    assert list(Upload.objects.get().corrections) == ["1"]


def test_a_sixth_upload_deletes_no_corrections(editor: User) -> None:
    first, *_others = [uploads.store_upload(editor, FRENCH, f"{at}.txt") for at in range(uploads.MOST)]
    uploads.correct(first, {"0": uploads.TypedEntry("100", "x")})
    uploads.store_upload(editor, FRENCH, "sixth.txt")
    assert list(Upload.objects.exclude(corrections={}).values_list("pk", flat=True)) == [first.pk]
    for one in Upload.objects.exclude(pk=first.pk):
        uploads.correct(one, {"0": uploads.TypedEntry("100", "x")})
    with pytest.raises(uploads.CannotUpload, match="First import or delete one of them"):
        uploads.store_upload(editor, FRENCH, "seventh.txt")
    assert Upload.objects.count() == uploads.MOST


def test_uploads_do_not_pile_up(client: Client, editor: User) -> None:
    for at in range(uploads.MOST + 2):
        send(client, FRENCH, f"{at}.txt")
    assert sorted(Upload.objects.values_list("name", flat=True)) == [f"{at}.txt" for at in range(2, 7)]
    Upload.objects.filter(name="2.txt").update(touched_at=timezone.now() - datetime.timedelta(hours=25))
    client.get(PAGE)
    assert Upload.objects.count() == 4
    editor.delete()
    assert not Upload.objects.exists()
