"""Names that stand in no card data, but in what is known of names: later twins, corrected names, formats, markers."""

import datetime

import pytest
from django.test import Client

from cards.engine.lookup.types import MatchReason
from cards.engine.name_rules.verdicts import WORDS
from cards.engine.types import Answer, BadQuestion, QuestionKind, Verdict
from cards.lookup.find_cards import find_cards
from cards.lookup.resolve_objects import resolve_objects
from cards.models import CardSet, DatedFact, Interchangeable, NameEvent, Printing
from cards.name_checker.answers_by_card import Reading, first_sets, set_of
from cards.name_checker.check import check
from rulesbase.core import card_interface
from tests.support.cards import make_card, make_name, make_set, raise_generation

pytestmark = pytest.mark.django_db


def make_pair(name: str, other: str) -> Interchangeable:
    return Interchangeable.objects.create(name=name, other=other, source="test")


def make_event(card_name: str, printed: str, instead: str) -> None:
    NameEvent.objects.create(
        card_name=card_name, language="ja", kind="correction", printed=printed, instead=instead, reason="r", source="t"
    )


# ---- Interchangeable names ----


def test_the_twin_of_a_card_is_found_by_its_name() -> None:
    card = make_card("Oda of the Marsh", type_line="Legendary Creature")
    assert find_cards("Ilse, Heron Queen") == []
    make_pair("Oda of the Marsh", "Ilse, Heron Queen")
    raise_generation()
    found = find_cards("ilse heron queen")
    assert [(one.card, one.matched, one.reason) for one in found] == [(card, "Ilse, Heron Queen", MatchReason.FLAVOR)]
    # Once it is a card of the data, it is found as that.
    twin = make_card("Ilse, Heron Queen", type_line="Legendary Creature")
    raise_generation()
    assert [(one.card, one.reason) for one in find_cards("ilse heron queen")] == [(twin, MatchReason.EXACT)]


def test_the_twin_of_a_half_is_that_half() -> None:
    card = make_card("Mill // Race", [{"name": "Mill"}, {"name": "Race"}], layout="split")
    make_pair("Race", "Sluice")
    assert [(one.card, one.matched) for one in find_cards("sluice")] == [(card, "Sluice")]


def test_the_twin_of_a_card_has_the_day_of_its_first_printing_too() -> None:
    # The data of the card have only a reprint, but those of an earlier day have the first printing.
    make_card("Oda of the Marsh", released=datetime.date(2018, 7, 13), legalities={"premodern": "legal"})
    DatedFact.objects.create(
        kind="first", name="Oda of the Marsh", value=["2001-06-04", "one", "One"], days=["2018-01-01"], digest=1
    )
    make_pair("Oda of the Marsh", "Ilse, Heron Queen")
    cards = [one.thing.card for one in resolve_objects(["Oda of the Marsh", "Ilse, Heron Queen"])]
    assert [card and card.released for card in cards] == [datetime.date(2001, 6, 4)] * 2


@pytest.mark.usefixtures("twelve")
def test_the_twin_of_a_card_is_asked_about() -> None:
    make_card("Oda of the Marsh", type_line="Legendary Creature", legalities={"vintage": "legal"})
    make_pair("Oda of the Marsh", "Ilse, Heron Queen")
    chosen = check(QuestionKind.CHOOSE, ["Ilse, Heron Queen"])
    assert (str(chosen.verdict), "201.4g" in chosen.answer.numbers) == ("yes", True)
    assert str(check(QuestionKind.ENGLISH, ["Ilse, Heron Queen"]).answer.answer) == "Ilse, Heron Queen"
    assert str(check(QuestionKind.SAME, ["Ilse, Heron Queen", "Oda of the Marsh"]).verdict) == "yes"
    assert str(check(QuestionKind.SAME, ["Ilse, Heron Queen", "Oda of the Marsh"], "2021-02-05").verdict) == "no"
    played = check(QuestionKind.PLAY, ["Ilse, Heron Queen"], options={"format": "vintage"})
    assert (str(played.verdict), "201.3b" in played.answer.numbers) == ("yes", True)


# ---- Sets without a date ----


def test_the_first_set_of_a_card_is_one_with_a_known_day() -> None:
    card = make_card("Lamp")
    CardSet.objects.create(code="aaa", name="Undated")
    for code in ("aaa", "zzz"):
        Printing.objects.create(card=card, card_set=make_set(code), number="1")
    (lamp,) = resolve_objects(["Lamp"])
    first = set_of(lamp, first_sets([Reading({0: lamp}, Answer(Verdict.YES, WORDS[Verdict.YES], ()))]))
    assert first
    assert first.code == "zzz"
    assert card_interface.cards().set_released("Undated") is None


# ---- Corrected names ----


@pytest.mark.usefixtures("twelve")
def test_a_corrected_name_is_that_of_its_card() -> None:
    make_name(make_card("Ember Shrine"), "ja", "燃える祭壇")
    make_event("Ember Shrine", "燃える祭壇", "燃える祭殿")
    found = check(QuestionKind.ENGLISH, ["燃える祭殿"])
    assert str(found.answer.answer) == "Ember Shrine"
    assert found.notes == ()
    assert [str(note) for note in check(QuestionKind.ENGLISH, ["燃える祭壇"]).notes]


@pytest.mark.usefixtures("twelve")
def test_a_corrected_name_of_a_face_is_that_of_the_face() -> None:
    faces = [
        {"name": "Heron Guide", "type_line": "Creature"},
        {"name": "Marsh Gift", "type_line": "Sorcery — Adventure"},
    ]
    card = make_card("Heron Guide // Marsh Gift", faces, layout="adventure")
    make_name(card, "ja", "沼の贈り物", face=card.faces.get(position=1))
    make_event(card.name, "沼の贈り物", "沼からの贈り物")
    assert str(check(QuestionKind.CHOOSE, ["沼からの贈り物"]).verdict) == "yes"
    assert check(QuestionKind.CHOOSE, ["沼からの贈り物"]).question.things[0].name == "Marsh Gift"


# ---- Names typed together ----


@pytest.mark.usefixtures("twelve")
def test_names_typed_together_are_no_card_name_unless_the_rules_need_all_halves() -> None:
    halves = ("Mill", "Race", "Pond", "Weir", "Sluice")
    make_card(" // ".join(halves), [{"name": name} for name in halves], layout="split")
    make_card("Lamp")
    for typed in ("Mill // Race", "Mill//Pond//Weir", "Lamp // Mill", " // ".join(halves)):
        found = check(QuestionKind.CHOOSE, [typed], options={"legal": True}).answer
        assert (typed, found.verdict) == (typed, "no")
        assert "exactly one name" in " ".join(str(reason.message) for reason in found.reasons)
    assert check(QuestionKind.CHOOSE, ["Race"], options={"legal": True}).verdict == "yes"
    for typed, verdict in (
        ("Mill", "no"),
        ("Mill // Race", "no"),
        ("Mill//Pond//Weir", "no"),
        (" // ".join(halves), "yes"),
        ("//".join(halves), "yes"),
    ):
        then = check(QuestionKind.CHOOSE, [typed], "2013-02-01", options={"legal": True}).answer
        assert (typed, then.verdict) == (typed, verdict)
        did = "named all of them" if verdict == "yes" else "did not"
        assert f"must name all its halves. This player {did}." in str(then.conclusion)


@pytest.mark.usefixtures("twelve")
def test_a_name_and_its_translation_typed_together_are_one_name() -> None:
    make_name(make_card("Lamp"), "ja", "灯り")
    assert check(QuestionKind.CHOOSE, ["灯り/Lamp"], options={"legal": True}).verdict == "yes"


@pytest.mark.usefixtures("twelve")
@pytest.mark.parametrize(
    "typed",
    [
        "7 Lamp",
        "4 Lamp",
        "4x Lamp",
        "Lamp (ODA) 146",
        "2 Lamp [ODA]",
        "Lamp (ODA) 12a *F*",
        "灯(ともしび)り",
        "灯り (ODA) 5",
    ],
)
def test_a_name_is_read_from_a_line_of_a_deck_list_and_with_furigana(typed: str) -> None:
    make_name(make_card("Lamp"), "ja", "灯り")
    make_card("Lampblack")
    # A number before a name may be part of it.
    make_card("7 Lamp")
    name = "7 Lamp" if typed == "7 Lamp" else "Lamp"
    found = check(QuestionKind.CHOOSE, [typed], options={"legal": True})
    assert (found.verdict, found.resolved[0].thing.name, found.notes) == ("yes", name, ())


# ---- Formats ----


@pytest.mark.usefixtures("twelve")
@pytest.mark.parametrize(("format_", "verdict"), [("Pauper Commander", "no"), ("modrn", "depends")])
def test_a_format_that_the_data_know_but_not_for_the_card(format_: str, verdict: str) -> None:
    """Data name only the formats that a card is legal or banned in."""
    make_card("Lamp", legalities={"vintage": "restricted"})
    make_card("Oil", legalities={"modern": "legal", "paupercommander": "legal"})
    assert str(check(QuestionKind.PLAY, ["Lamp"], options={"format": format_}).verdict) == verdict


# ---- Objects without a name, addresses without measure ----


@pytest.mark.parametrize(
    "typed", ["@hand", "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}", "\N{RIGHT-TO-LEFT OVERRIDE}@stack"]
)
@pytest.mark.usefixtures("twelve")
def test_no_name_is_no_question(typed: str) -> None:
    with pytest.raises(BadQuestion, match="A name is missing"):
        check(QuestionKind.ENGLISH, [typed])


@pytest.mark.usefixtures("twelve")
def test_two_thousand_objects_are_refused_in_words(client: Client) -> None:
    answer = client.get("/api/v1/names/?question=same" + "&card=Lamp" * 2000)
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"] == "The address has far too many parameters."
