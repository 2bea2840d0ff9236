"""Rights of imports: languages, known files, four eyes."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.test import override_settings

from rulesbase.imports.confirm_upload import import_previewed
from rulesbase.imports.import_file import import_source
from rulesbase.imports.known_files import KnownInOtherLanguage
from rulesbase.imports.uploads import TypedEntry, correct, store_upload
from rulesbase.models import Edition, Entry, Source, Translation, Upload, User
from tests.rulesbase.desk.library import OLD_BOOK
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.imports.program_uploads import BOOK, ENGLISH, FRENCH, GERMAN, beside, confirm, look, numbered
from tests.support.commands import output_of
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")
PAGE = "/curate/import/"
OTHERWISE = "This file was already imported as"


@pytest.mark.parametrize("date", ["", "2020-03-01", "2021-03-01", "2022-03-01"])
def test_a_second_language_needs_its_own_permission(date: str) -> None:
    jun = Program("jun")
    looked = look(jun, beside(FRENCH), date=date)
    assert looked["refusal"] == (
        "The file also has text in a language that you are not allowed to import (fr). Remove that text from the file."
    )
    page = signed_in(User.objects.get(username="jun")).get(f"{PAGE}{looked['id']}/").content.decode()
    assert "in a language that you are not allowed to import (fr)" in page
    assert confirm(jun, looked).status == 409
    assert not Source.objects.exclude(language="en").exists()
    assert not Translation.objects.filter(origin="imported").exists()
    cora = Program("cora")
    assert confirm(cora, look(cora, beside(FRENCH), date=date)).status == 200
    assert set(Source.objects.exclude(language="en").values_list("language", flat=True)) == {"ja", "fr"}


@pytest.mark.parametrize("other", [FRENCH, ENGLISH], ids=["french", "english"])
def test_hidden_signs_are_found_everywhere(other: str) -> None:
    cora, data = Program("cora"), beside(f"{other} \u202egnp")
    looked = look(cora, data)
    assert (
        "Problem in the second language of the file: 101.6 cannot be imported: a hidden character (U+202E)"
        in looked["refusal"]
    )
    assert confirm(cora, looked).status == 409
    with pytest.raises(CommandError):
        import_rules(data)
    assert "(U+202E)" in import_rules(data, folder=True)
    looked = look(cora, f"Le joueur lit les règles avec \u202egnp.\n\n{numbered(FRENCH)}")
    assert "The text before or after the rules cannot be imported: a hidden character (U+202E)" in looked["refusal"]
    assert confirm(cora, looked).status == 409
    assert not Source.objects.exclude(language="en").exists()


def import_rules(data: str | bytes, *, folder: bool = False, **options: Any) -> str:
    """Run the command on a file or on its folder, and return its output."""
    path = Path("a.md").absolute()
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return output_of("import_rules", str(path.parent if folder else path), without_study=True, **options)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- Files that are known ----


@pytest.mark.slow
def test_english_is_no_text_in_another_language() -> None:
    jun = Program("jun")
    looked = look(jun, BOOK.bytes(), language="ja", date="2022-03-01")
    assert looked["refusal"] == "The text is English. It cannot be imported as another language (ja)."
    assert confirm(jun, looked).status == 409
    cora = Program("cora")
    assert confirm(cora, look(cora, BOOK.bytes())).data["status"] == "imported"
    assert Edition.objects.filter(version__date="2022-03-01", language="en", complete=True).exists()


@pytest.mark.slow
def test_a_file_is_known_in_its_own_language_alone() -> None:
    wrong = import_source(BOOK.bytes(), name="wrong.txt", language="ja").source
    cora = Program("cora")
    looked = look(cora, BOOK.bytes())
    assert OTHERWISE in looked["refusal"]
    assert "First undo the import of that file" in looked["refusal"]
    assert f"as “wrong.txt” (source {wrong.pk}), but in another language" in looked["refusal"]
    assert confirm(cora, looked).status == 409
    browser = signed_in(User.objects.get(username="cora"))
    assert f'href="{PAGE}report/{wrong.pk}/"' in browser.get(f"{PAGE}{looked['id']}/").content.decode()
    browser.post(f"{PAGE}report/{wrong.pk}/undo/", {"reason": "the wrong language"})
    assert confirm(cora, looked).data["status"] == "imported"
    assert confirm(cora, look(cora, BOOK.bytes())).data["status"] == "known"


def test_commands_fail_for_a_file_known_in_another_language() -> None:
    wrong = import_source(BOOK.bytes(), name="wrong.txt", language="ja").source
    with pytest.raises(CommandError, match="1 of 1 file could not be imported"):
        import_rules(BOOK.bytes())
    assert OTHERWISE in import_rules(BOOK.bytes(), folder=True)
    assert " known " in import_rules(BOOK.bytes(), lang="ja")
    with pytest.raises(KnownInOtherLanguage, match=OTHERWISE):
        import_source(BOOK.bytes(), name="new.txt", address="https://rules.example/new.txt")
    wrong.refresh_from_db()
    assert wrong.address == ""


def test_a_file_known_with_another_date_is_refused() -> None:
    import_source(BOOK.bytes(), name="book.txt")
    assert " known " in import_rules(BOOK.bytes(), date=BOOK.date)
    refusal = f"already imported as the version of {BOOK.date}"
    assert refusal in import_rules(BOOK.bytes(), folder=True, date=datetime.date(2001, 2, 3))
    with pytest.raises(CommandError, match="1 of 1 file could not be imported"):
        import_rules(BOOK.bytes(), date=datetime.date(2001, 2, 3))


def test_a_known_file_needs_no_language() -> None:
    import_source(numbered(GERMAN).encode(), name="de.txt", language="de")
    assert " known " in import_rules(numbered(GERMAN))
    import_source(numbered(FRENCH).encode(), name="fr.txt")
    assert " known " in import_rules(numbered(FRENCH))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "en"])
def test_addresses_are_not_learnt_from_people(language: str) -> None:
    name = "https://elsewhere.example/rules.txt"
    for program in (Program("jun"), Program("cora")):
        confirm(program, look(program, OLD_BOOK.bytes(), name=name, language=language))
        assert not Source.objects.exclude(address="").exists()
    edie = Program("edie")
    confirm(edie, look(edie, numbered(FRENCH), name=name))
    brought = Source.objects.get(language="fr")
    assert (brought.name, brought.address) == (name, "")
    import_source(OLD_BOOK.bytes(), name="old.txt", address="https://rules.example/old.txt")
    assert Source.objects.get(address="https://rules.example/old.txt").language == "en"


# ---- Four eyes ----

ALONE = "Two people must confirm the import of a translation."


@pytest.mark.slow
@override_settings(FOUR_EYES=True)
def test_two_import_a_translation() -> None:
    edie, data = Program("edie"), numbered(FRENCH)
    first = look(edie, data)
    assert ALONE in signed_in(User.objects.get(username="edie")).get(f"{PAGE}{first['id']}/").content.decode()
    refused = confirm(edie, first)
    assert (refused.status, refused.data["detail"][: len(ALONE)]) == (409, ALONE)
    # Not by sending it twice, nor with others who may not import it or read it in another way.
    confirm(edie, look(edie, data))
    jun, cora = Program("jun"), Program("cora")
    look(jun, data, language="fr")
    look(cora, data, date="2020-03-01")
    assert confirm(edie, first).status == 409
    assert not Source.objects.filter(language="fr").exists()
    second = look(cora, data)
    page = signed_in(User.objects.get(username="cora")).get(f"{PAGE}{second['id']}/").content.decode()
    assert ALONE not in page
    assert confirm(cora, second).status == 200
    assert Source.objects.filter(language="fr").exists()


@pytest.mark.slow
@override_settings(FOUR_EYES=True)
def test_what_one_typed_is_sent_by_two() -> None:
    edie, cora = signed_in(User.objects.get(username="edie")), signed_in(User.objects.get(username="cora"))
    pages = [
        browser.post(PAGE, {"text": numbered(FRENCH), "name": "a"}).headers["Location"] for browser in (edie, cora)
    ]
    typed = {"place": ["0"], "name-0": "101.6", "text-0": "Tout autre chose, dit Edie."}
    assert edie.post(pages[0], typed | {"do": "import"}).status_code == 400
    assert cora.post(pages[1], {"do": "import"}).status_code == 400
    cora.post(pages[1], typed)
    assert edie.post(pages[0], {"do": "import"}).status_code == 302
    assert Entry.objects.get(source__language="fr", number="101.6").wording.text == "Tout autre chose, dit Edie."
    assert Upload.objects.count() == 1


@override_settings(FOUR_EYES=True)
def test_what_was_compared_is_imported() -> None:
    """Not what was typed in one window while another one took it back."""
    edie, cora = (User.objects.get(username=name) for name in ("edie", "cora"))
    typing, _other = (store_upload(user, numbered(FRENCH).encode(), "a") for user in (edie, cora))
    correct(typing, {"0": TypedEntry("101.6", "Tout autre chose, dit Edie.")})
    correct(Upload.objects.get(pk=typing.pk), {"0": None})
    import_previewed(typing, by=edie)
    assert Entry.objects.get(source__language="fr", number="101.6").wording.text.startswith(FRENCH)


@override_settings(FOUR_EYES=True)
def test_four_eyes_for_a_text_beside_english() -> None:
    cora = Program("cora")
    first = look(cora, beside(FRENCH), language="en")
    refused = confirm(cora, first)
    assert (refused.status, refused.data["detail"][: len(ALONE)]) == (409, ALONE)
    assert not Translation.objects.filter(origin="imported").exists()


@override_settings(FOUR_EYES=True)
def test_english_and_commands_are_imported_by_one() -> None:
    cora = Program("cora")
    assert confirm(cora, look(cora, BOOK.bytes())).status == 200
    import_rules(numbered(FRENCH))
    assert Source.objects.filter(language="fr").exists()
