"""Cards described as JSON: `{name, layout, faces, types}`, in the forms that people write."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cards.engine.input.characteristic_words import in_rules_words
from cards.engine.input.characteristics import CARD_TYPES, COLOR_LETTERS, SUPERTYPES
from cards.engine.records.types import KNOWN_LAYOUTS
from cards.engine.types import BadQuestion, CardFacts, Side
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.text.unstorable import is_storable

MOST_SIDES = 12
# Some people write a state of an object as its layout.
_STATE_OF_LAYOUT = {"facedown": "facedown", "face-down": "facedown", "face_down": "facedown", "nameless": "nameless"}
_STATE_OF_LAYOUT |= {"token": "token", "emblem": "emblem"}
# Cards with a spell as second name; described alone, a spell is that half.
_WITH_SPELL = frozenset("adventure adventurer omen prepare prepared preparation".split())
_SPELLS = frozenset("instant sorcery adventure omen".split())
# Placeholder for a name that was not given.
_NOT_DESCRIBED = "…"
# Larger than any mana value and safe in floating point.
_HIGHEST_VALUE = 1e9
_TYPE_FIELDS = ("types", "type_line", "type")
_FACE_FIELDS = frozenset(
    (
        *_TYPE_FIELDS,
        *"name supertypes subtypes mana_cost mana_value cmc colors text oracle_text power toughness".split(),
    )
)
_CARD_FIELDS = frozenset(
    "layout kind faces card_faces melds_into interchangeable legalities flavor flavor_name object oracle_id".split()
)
_KINDS = frozenset("card token emblem nothing".split())
_KIND_OF_LAYOUT = {"token": "token", "double_faced_token": "token", "emblem": "emblem"}
# Names of layouts that people use besides those of the data.
_KNOWN_LAYOUTS = KNOWN_LAYOUTS | _WITH_SPELL | _STATE_OF_LAYOUT.keys() | {"room", "fuse", "modal"}
_TYPE_WORDS = CARD_TYPES | SUPERTYPES | frozenset("adventure omen room token emblem card host siege".split())


class CardDescription(NamedTuple):
    """A described card: the named card, its states, and the rest of the input.

    ``bare``: only name and layout are given; ``flavor`` is another name in the title bar.
    """

    name: str
    card: CardFacts
    rest: str
    states: frozenset[str]
    flavor: str
    bare: bool


def read_description(typed: str) -> CardDescription:
    """Read a description and what follows it. Raise BadQuestion; the name may be missing."""
    text = typed.strip()
    try:
        data, end = json.JSONDecoder().raw_decode(text)
        texts = list(_texts(data))
    except (ValueError, RecursionError):
        message = _("The description of a card is not a JSON object. Example: %(example)s.")
        raise BadQuestion(message, example='{"name": "A // B", "layout": "split"}') from None
    if not all(map(is_storable, texts)):
        raise BadQuestion(
            _("The description of a card contains a null character or an incomplete character. Remove this character.")
        )
    rest = text[end:].strip()
    if rest and not rest.startswith("@"):
        message = _(
            "After the description of a card in JSON, write only @ and the zone or another state of the object. "
            "Example: @graveyard."
        )
        raise BadQuestion(message)
    layout = str(data.get("layout") or "").lower()
    states = frozenset((_STATE_OF_LAYOUT[layout],)) if layout in _STATE_OF_LAYOUT else frozenset()
    name = data.get("name")
    if not name and (states or rest):
        # A face-down object or an emblem needs no name.
        data = {**data, "name": _NOT_DESCRIBED}
    card = card_described(data)
    bare = not any(data.get(key) for key in ("faces", "card_faces", *_TYPE_FIELDS, "melds_into"))
    flavor = data.get("flavor_name") or data.get("flavor") or ""
    called = " ".join(str(name).split()) if name else ""
    return CardDescription(called, card, rest[1:], states, flavor if isinstance(flavor, str) else "", bare)


def _texts(data: Any) -> Iterator[str]:
    """Yield all texts of a description, with its keys. Raise RecursionError where it is nested too deeply."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for part in (*data, *data.values()) if isinstance(data, dict) else data:
            yield from _texts(part)


def card_described(data: Any) -> CardFacts:
    """Return a card from `{name, layout, faces, types}`; a face may be a name or an object. Raise BadQuestion."""
    name = data.get("name") if isinstance(data, dict) else None
    if not isinstance(name, str) or not name.strip():
        raise BadQuestion(_("The description of a card needs a “name”."))
    _refuse_unknown_parts(data, _CARD_FIELDS | _FACE_FIELDS)
    faces = data.get("faces") or data.get("card_faces") or [part.strip() for part in name.split("//")]
    if not isinstance(faces, list) or len(faces) > MOST_SIDES:
        raise BadQuestion(_("“faces” must be a list of names or objects."))
    types = _types(_given_types(data), len(faces))
    sides = tuple(_side(face, types[at], data if len(faces) == 1 else {}) for at, face in enumerate(faces))
    layout = str(data.get("layout") or ("normal" if len(sides) == 1 else "split")).lower().replace("-", "_")
    sides = _completed(sides, layout)
    whole = _whole(" ".join(name.split()), sides)
    legalities = data.get("legalities")
    return CardFacts(
        name=whole,
        layout=layout,
        sides=sides,
        kind=str(data.get("kind") or _KIND_OF_LAYOUT.get(layout, "card")).lower(),
        melds_into=_meld_result(data.get("melds_into")),
        pairs=tuple((whole, other) for other in _words(data.get("interchangeable"))),
        legalities={str(key): str(word) for key, word in legalities.items()} if isinstance(legalities, dict) else {},
    )


def _refuse_unknown_parts(data: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise BadQuestion for a key, layout or kind that means nothing here."""
    for key in data:
        if key not in known:
            message = _("“%(key)s” is not a field of the description of a card. Allowed fields: %(keys)s.")
            raise BadQuestion(message, key=str(key), keys=", ".join(sorted(known)))
    for key, values in (("layout", _KNOWN_LAYOUTS), ("kind", _KINDS)):
        given = str(data.get(key) or "").lower().replace("-", "_")
        if given and given not in values:
            message = _("“%(value)s” is not a valid %(key)s. Allowed: %(values)s.")
            raise BadQuestion(message, value=given, key=key, values=", ".join(sorted(values)))


def _type_line(text: str) -> str:
    """Return a type line with the card types in American English. Raise BadQuestion for an unknown card type."""
    before, dash, behind = text.partition("\N{EM DASH}")
    words = in_rules_words(before).split()
    for at, word in enumerate(words):
        # Without a dash a subtype may follow the types.
        if word not in _TYPE_WORDS and (dash or at == 0):
            message = _("“%(value)s” is not a valid %(key)s. Allowed: %(values)s.")
            values = ", ".join(sorted(CARD_TYPES | SUPERTYPES))
            raise BadQuestion(message, value=word, key="type", values=values)
    return " ".join(word.capitalize() for word in words) + (f" {dash}{behind}" if dash else "")


def _completed(sides: tuple[Side, ...], layout: str) -> tuple[Side, ...]:
    """Make a spell described alone the second half of its card."""
    words = set(sides[0].type_line.lower().split())
    if len(sides) == 1 and layout in _WITH_SPELL and words & _SPELLS:
        return (Side(_NOT_DESCRIBED), sides[0])
    return sides


def _whole(name: str, sides: Sequence[Side]) -> str:
    """Return the name of the whole card, where only one half was named."""
    names = [side.name for side in sides]
    return " // ".join(names) if len(names) > 1 and name in names else name


def _given_types(data: Mapping[str, Any]) -> Any:
    """Return the types, joined with separate supertypes and subtypes."""
    given = next((data[key] for key in _TYPE_FIELDS if data.get(key)), "")
    more = [data.get(key) for key in ("supertypes", "subtypes")]
    if not any(more):
        return given
    words = [_joined(one) for one in (more[0], given) if one]
    return " ".join(words) + (f" \N{EM DASH} {_joined(more[1])}" if more[1] else "")


def _joined(given: Any) -> str:
    return " ".join(map(str, given)) if isinstance(given, list) else str(given)


def _types(given: Any, count: int) -> list[str]:
    """Return a type line for each face: one for all, one each, or split as names are."""
    if isinstance(given, list):
        texts = [_joined(one) for one in given]
        # A type and its subtype are the words of one line.
        each = len(texts) == count > 1 and texts[-1].lower() not in ("room", "omen", "adventure")
        return texts if each else [" ".join(texts)] * count
    parts = [part.strip() for part in str(given or "").split("//")]
    return parts if len(parts) == count else [str(given or "")] * count


def _side(face: Any, types: str, whole: Mapping[str, Any]) -> Side:
    given: Mapping[str, Any] = {**whole, "name": face} if isinstance(face, str) else face
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        raise BadQuestion(_("Each of the “faces” needs a “name”."))
    if not isinstance(face, str):
        _refuse_unknown_parts(given, _FACE_FIELDS | {"object"})
    own = _given_types(given)
    return Side(
        name=" ".join(given["name"].split()),
        type_line=_type_line(_joined(own) if own else types),
        mana_cost=str(given.get("mana_cost") or ""),
        colors=_colors(given.get("colors") or ""),
        mana_value=_mana_value(given.get("mana_value", given.get("cmc"))),
        text=str(given.get("text") or given.get("oracle_text") or ""),
        power=_size(given.get("power")),
        toughness=_size(given.get("toughness")),
    )


def _size(given: Any) -> str:
    """Return power or toughness as text: 0 is a value, unlike an empty text."""
    return "" if given is None else str(given)


def _mana_value(given: Any) -> float | None:
    if not isinstance(given, int | float):
        return None
    # Also refuses NaN and infinity, which Python reads.
    if not abs(given) <= _HIGHEST_VALUE:
        message = _(
            "The mana value in the description of the card is too high or too low. Write "
            "a normal mana value, for example 3."
        )
        raise BadQuestion(message)
    return float(given)


def _colors(given: Any) -> str:
    """Return colours as letters, from letters or colour words."""
    words = given.split() if isinstance(given, str) else given if isinstance(given, list) else []
    letters = [COLOR_LETTERS.get(in_rules_words(str(word)), str(word).upper()) for word in words]
    for letter, word in zip(letters, words, strict=True):
        if not set(letter) <= set("WUBRG"):
            message = _("“%(value)s” is not a valid %(key)s. Allowed: %(values)s.")
            raise BadQuestion(message, value=str(word), key="color", values=", ".join(COLOR_LETTERS))
    return "".join(letters)


def _meld_result(given: Any) -> Side | None:
    if isinstance(given, str):
        return Side(given)
    return _side(given, "", {}) if isinstance(given, dict) else None


def _words(given: Any) -> tuple[str, ...]:
    return tuple(str(one) for one in given) if isinstance(given, list) else (given,) if isinstance(given, str) else ()
