"""Build the content of a card's page: faces, names, related parts, rulings, legality."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cards.catalogue.printed_names import (
    SHOWN,
    LanguageNames,
    events_of,
    interchangeable_names,
    language_tag,
    names_by_language,
    same_names,
)
from cards.engine.lookup.types import WHOLE_NAMES
from cards.engine.name_rules.legality import LEGALITY_WORDS
from cards.lookup.facts import data_as_of
from cards.lookup.find_cards import card_named, find_cards
from cards.models import Card, Face, RelatedPart
from cards.rulings.queries import with_bases
from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.errors import message_text
from rulesbase.core.grouping import grouped

_UUID = 36

COMPONENTS = {
    "meld_part": gettext_lazy("part of a meld pair"),
    "meld_result": gettext_lazy("result of a meld"),
    "token": gettext_lazy("token"),
    "combo_piece": gettext_lazy("related card"),
}
_SHOWN_LEGALITIES = ("legal", "restricted", "banned")
# Names of formats that data write as one word.
_FORMATS = {
    "duel": "Duel Commander",
    "historicbrawl": "Historic Brawl",
    "standardbrawl": "Standard Brawl",
    "oathbreaker": "Oathbreaker",
    "oldschool": "Old School",
    "paupercommander": "Pauper Commander",
    "penny": "Penny Dreadful",
    "predh": "PreDH",
}
_LAYOUT_SIDES = {
    "split": (gettext_lazy("Left half"), gettext_lazy("Right half")),
    "aftermath": (gettext_lazy("First half"), gettext_lazy("Second half")),
    "flip": (gettext_lazy("Not flipped"), gettext_lazy("Flipped")),
    "adventure": (gettext_lazy("The card itself"), gettext_lazy("The Adventure")),
    **dict.fromkeys(
        ("transform", "modal_dfc", "double_faced_token", "reversible_card"),
        (gettext_lazy("Front face"), gettext_lazy("Back face")),
    ),
    "meld": (gettext_lazy("Front face"), gettext_lazy("Combined back face (meld)")),
}
# Layouts by the name in the data; unknown ones are shown untranslated.
LAYOUT_WORDS = {
    "normal": pgettext_lazy("layout of a card", "normal card"),
    "split": pgettext_lazy("layout of a card", "split card"),
    "flip": pgettext_lazy("layout of a card", "flip card"),
    "transform": pgettext_lazy("layout of a card", "transforming card"),
    "modal_dfc": pgettext_lazy("layout of a card", "modal double-faced card"),
    "meld": pgettext_lazy("layout of a card", "meld card"),
    "leveler": pgettext_lazy("layout of a card", "leveler card"),
    "class": pgettext_lazy("layout of a card", "Class card"),
    "case": pgettext_lazy("layout of a card", "Case card"),
    "saga": pgettext_lazy("layout of a card", "Saga card"),
    "adventure": pgettext_lazy("layout of a card", "adventurer card"),
    "mutate": pgettext_lazy("layout of a card", "mutate card"),
    "prototype": pgettext_lazy("layout of a card", "prototype card"),
    "battle": pgettext_lazy("layout of a card", "battle card"),
    "planar": pgettext_lazy("layout of a card", "plane or phenomenon"),
    "scheme": pgettext_lazy("layout of a card", "scheme card"),
    "vanguard": pgettext_lazy("layout of a card", "vanguard card"),
    "token": pgettext_lazy("layout of a card", "token"),
    "double_faced_token": pgettext_lazy("layout of a card", "double-faced token"),
    "emblem": pgettext_lazy("layout of a card", "emblem"),
    "augment": pgettext_lazy("layout of a card", "augment card"),
    "host": pgettext_lazy("layout of a card", "host card"),
    "art_series": pgettext_lazy("layout of a card", "art series card"),
    "reversible_card": pgettext_lazy("layout of a card", "reversible card"),
    "aftermath": pgettext_lazy("layout of a card", "aftermath card"),
    "prepare": pgettext_lazy("layout of a card", "preparation card"),
}


def layout_in_words(layout: str) -> str:
    """Return the translated name of a layout; an unknown one stays as it is."""
    return str(LAYOUT_WORDS.get(layout, layout))


# ---- Finding the card ----


def words_of_slug(slug: str) -> str:
    """Return a slug as the words of a name."""
    return slug.replace("-", " ").replace("_", " ").strip()[:300]


def card_or_near(slug: str) -> Card | Sequence[Card]:
    """Return the only card that an unknown slug may mean, else the cards with similar names."""
    if exact := card_named(slug):
        return exact
    found = find_cards(words_of_slug(slug))
    whole = [one.card for one in found if one.reason in WHOLE_NAMES]
    return whole[0] if len(whole) == 1 else whole or [one.card for one in found]


# ---- Faces ----


def sides_of(card: Card, faces: Sequence[Face]) -> list[tuple[Face, str]]:
    """Return the faces with their labels; an empty one if the card has one face."""
    if len(faces) < 2:
        return [(face, "") for face in faces]
    known = _LAYOUT_SIDES.get(card.layout, ())
    return [
        (face, str(known[at]) if at < len(known) else _("Face %(number)d") % {"number": at + 1})
        for at, face in enumerate(faces)
    ]


# ---- Parts, legality, other sites ----


def parts_of(card: Card) -> tuple[list[tuple[str, RelatedPart]], list[Card]]:
    """Return the related parts of a card with their kinds, and other cards that list it as a part. Two queries."""
    parts = card.parts.exclude(other=card).select_related("other").order_by("component", "name")
    own = [(str(COMPONENTS.get(part.component, part.component.replace("_", " "))), part) for part in parts]
    makers = Card.objects.filter(pk__in=RelatedPart.objects.filter(other=card).values("card"))
    makers = makers.exclude(pk__in=[card.pk, *(part.other_id for _kind, part in own if part.other_id)])
    return own, list(makers.defer("keywords", "legalities").order_by("name"))


def legalities_of(card: Card) -> list[tuple[str, list[str]]]:
    """Return formats by legality, without those where the card is not legal."""
    formats = sorted(card.legalities.items())
    found = grouped((word.lower(), _FORMATS.get(name.lower(), name[:1].upper() + name[1:])) for name, word in formats)
    return [(message_text(LEGALITY_WORDS[word]), found[word]) for word in _SHOWN_LEGALITIES if word in found]


def external_pages(card: Card) -> list[tuple[str, str]]:
    """Return name and address of the card's pages on other sites, which have its pictures."""
    if card.is_sample:
        return []
    scryfall = f"oracleid:{card.oracle_id}" if len(card.oracle_id) == _UUID else f'!"{card.name}"'
    found = [("Scryfall", f"https://scryfall.com/search?q={quote(scryfall)}")]
    if card.kind == Card.Kind.CARD:
        found.append(("Gatherer", f"https://gatherer.wizards.com/search?searchTerm={quote(card.name)}"))
    return found


def _whole(names: LanguageNames) -> str:
    """Return the usual name of the whole card in a language, joined from its faces where needed; the oldest of many."""
    usual = [name for name in names.names if not name.flavor]
    of_faces = list({name.face: name.text for name in reversed(usual) if name.face}.values())[::-1]
    whole = next((name.text for name in usual if not name.face), "")
    return whole or " // ".join(of_faces)


def content(versions: Catalogue, card: Card) -> dict[str, object]:
    """Return the context of a card's page without the rules for the card. At most twelve queries."""
    faces = list(card.faces.all())
    printed = list(card.printed_names.select_related("card_set").defer("text", "type_line"))
    names_of = names_by_language(card, faces, printed)
    parts, makers = parts_of(card)
    return {
        "sides": sides_of(card, faces),
        "shown_languages": [names for names in names_of if names.code in SHOWN],
        "others": [names for names in names_of if names.code not in SHOWN],
        "languages": len(names_of),
        "lede": [(_whole(names), language_tag(names.code)) for names in names_of if names.code in SHOWN[1:]],
        "checker": f"{reverse('names')}?{urlencode({'ask': 'same', 'card': card.name})}",
        "events": events_of(card, printed),
        "same": same_names(card, printed),
        "swaps": interchangeable_names(card, faces),
        "parts": parts,
        "makers": makers,
        "rulings": with_bases(versions, card.rulings.order_by("-date", "pk")),
        "cards_as_of": data_as_of(),
        "legalities": legalities_of(card),
        "elsewhere": external_pages(card),
    }
