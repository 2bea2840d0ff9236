"""The shapes of the answers as serializers: they describe them, and write those that no command writes too."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DictField,
    Field,
    FloatField,
    IntegerField,
    ListField,
    ModelSerializer,
    Serializer,
    SerializerMethodField,
)

from rulesbase.compare.queries import ITEMS, KINDS, WEIGHTS
from rulesbase.models import Entry, Wording
from rulesbase.search.all_versions import MatchPeriod
from rulesbase.translations.freshness_types import Freshness


def shape(name: str, /, **fields: Field[Any, Any, Any, Any]) -> type[Serializer[Any]]:
    """Describe a thing inside an answer."""
    return type(f"{name}Serializer", (Serializer,), fields)


def items(name: str, /, **fields: Field[Any, Any, Any, Any]) -> Serializer[Any]:
    """Describe a list of things inside an answer."""
    return shape(name, **fields)(many=True)


FRESHNESS = [str(state) for state in Freshness]


class KindField(ChoiceField):
    """The kind of an entry by its name."""

    def __init__(self, **more: Any) -> None:
        super().__init__([kind.name.lower() for kind in Entry.Kind], **more)

    def to_representation(self, value: Any) -> str:
        """Return the name."""
        return Entry.Kind(value).name.lower()


def strings(**more: Any) -> ListField:
    """Return a field of texts."""
    return ListField(child=CharField(), **more)


def counts() -> DictField:
    """Return a field of numbers by name."""
    return DictField(child=IntegerField())


def rule_id(**more: Any) -> CharField:
    """Return the field of a Rule's id."""
    says = "The id of the Rule, which stays when the number changes; null in partial texts."
    return CharField(allow_null=True, help_text=says, **more)


class ProblemSerializer(Serializer[Any]):
    """An error (RFC 9457): `detail` says what to do."""

    type = CharField()
    title = CharField()
    status = IntegerField()
    detail = CharField()
    parameter = CharField(required=False)


class DoorsSerializer(Serializer[Any]):
    """Where everything is."""

    NAMES = """versions editions entries tree glossary rules citations search cards rulings names schema""".split()

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        """All of them are addresses."""
        return {name: CharField() for name in (*self.NAMES, "documentation")}


class DocumentSerializer(Serializer[Any]):
    """A document with versions of its own."""

    document = CharField(help_text="`cr`, `mtr`, `ipg` or `rulebook`.")
    versions = IntegerField()
    latest = DateField(allow_null=True)
    url = CharField(help_text="The address of its API.")


class EditionSerializer(Serializer[Any]):
    """A version in one language."""

    version = DateField()
    language = CharField()
    entries = IntegerField(help_text="Numbered rules.")
    examples = IntegerField()
    glossary = IntegerField(help_text="Terms.")
    issues = IntegerField(help_text="Oddities found in its file.")
    sha256 = CharField(help_text="Of the file it came from; empty where it is composed of parts.")
    complete = BooleanField()


class VersionSerializer(Serializer[Any]):
    """One release of the rules, known by the day it took effect."""

    version = DateField()
    name = CharField(help_text="The set it came with.")
    sample = BooleanField(help_text="Written for this software; not the rules.")
    editions = EditionSerializer(many=True)
    languages = strings(help_text="It can be read in these, translations carried over included.")
    previous = DateField(allow_null=True)
    next = DateField(allow_null=True)


class PlaceSerializer(Serializer[Any]):
    """A number in a version."""

    version = DateField()
    number = CharField()


class EntryTextSerializer(Serializer[Any]):
    """An entry as it was parsed."""

    number = CharField(help_text="Of a term its slug.")
    kind = KindField()
    heading = CharField()
    text = CharField()
    examples = strings()


class ExamplesField(ListField):
    """The examples of an entry; they were read with it."""

    child = CharField()

    def to_representation(self, data: Any) -> list[str]:
        """Return their texts."""
        return [example.wording.text for example in data.all()]


class ListedEntrySerializer(ModelSerializer[Any]):
    """A section, chapter, rule or subrule of an edition."""

    kind = KindField()
    heading = CharField(source="wording.heading")
    text = CharField(source="wording.text")
    examples = ExamplesField()
    rule = rule_id(source="rule.public_id")
    wording = CharField(source="wording.digest", help_text="Digest of the text, see wordings/.")

    class Meta:
        model = Entry
        fields: Sequence[str] = ("number", "kind", "heading", "text", "examples", "rule", "wording")


class TermSerializer(ListedEntrySerializer):
    """A term of the glossary."""

    slug = CharField(source="number")
    term = CharField(source="wording.heading")

    class Meta(ListedEntrySerializer.Meta):
        fields = ("slug", "term", "text", "examples", "rule", "wording")


class EntrySerializer(EntryTextSerializer):
    """A place of a version, with other languages beside it."""

    version = DateField()
    language = CharField()
    rule = rule_id()
    wording = CharField(help_text="Digest of the text, see wordings/.")
    translations = DictField(
        child=shape(
            "Translated",
            heading=CharField(),
            text=CharField(),
            examples=strings(),
            freshness=ChoiceField(FRESHNESS),
            behind=IntegerField(help_text="How often the English changed in substance since."),
            examples_behind=IntegerField(),
            made_for=DateField(allow_null=True, help_text="The version it was made for."),
            doubts=strings(),
        )()
    )


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/Node"}})
class ChildrenField(ListField):
    """What stands below a place. A serializer cannot name itself."""


class NodeSerializer(EntryTextSerializer):
    """A place with what stands below it."""

    examples = None  # type: ignore[assignment]
    rule = rule_id()
    children = ChildrenField()


class TranslationCellSerializer(Serializer[Any]):
    """An English entry of a version and its translation, as it was made for `made_for`."""

    number = CharField(source="cell.number", help_text="Of a term its slug.")
    kind = KindField(source="cell.kind")
    rule = rule_id()
    freshness = ChoiceField(FRESHNESS, source="cell.state")
    behind = IntegerField(source="cell.behind")
    examples_behind = IntegerField(source="cell.examples_behind")
    made_for = DateField(source="cell.text.made_for", allow_null=True)
    heading = CharField(source="text.heading", default="")
    text = CharField(source="text.text", default="")
    wording = CharField(
        source="text.digest", allow_null=True, help_text="Digest of the translation; null where it is missing."
    )
    original = CharField(
        source="original.digest", allow_null=True, help_text="Digest of the English text that was translated."
    )
    english = CharField(source="english.digest", help_text="Digest of the English text of this version.")
    doubts = ListField(
        child=CharField(), help_text="Why the translation may not be faithful; empty where nothing is known against it."
    )


class WholeTextSerializer(Serializer[Any]):
    """A whole edition as it was parsed."""

    version = DateField()
    language = CharField()
    title = CharField()
    introduction = CharField()
    entries = EntryTextSerializer(many=True)
    glossary = items("ParsedTerm", term=CharField(), text=CharField(), examples=strings())
    index = CharField()
    credits = CharField()
    issues = items("Issue", line=IntegerField(), text=CharField(), problem=CharField())


class ListedRuleSerializer(Serializer[Any]):
    """The identity that entries of many versions share."""

    rule = CharField()
    number = CharField(
        allow_null=True, help_text="Its number in the latest version; of a term its slug; null where it is gone."
    )
    merged_into = CharField(allow_null=True, help_text="The Rule that it was joined with.")


class LineageSerializer(Serializer[Any]):
    """The life of a Rule in English."""

    rule = CharField()
    kind = KindField()
    spans = items(
        "Span", first=DateField(), last=DateField(), number=CharField(), heading=CharField(), text=CharField()
    )
    examples = items("RuleExamples", first=DateField(), texts=strings())
    changes = items(
        "RuleChange",
        version=DateField(),
        kind=CharField(),
        weight=CharField(),
        old_number=CharField(),
        new_number=CharField(),
        confidence=FloatField(),
        evidence=CharField(),
        relation=CharField(
            help_text="What became of the rule: same, reworded, absorbed, duplicate, heading, glossary or gone."
        ),
        nearest=items(
            "NearestEntry",
            number=CharField(),
            confidence=FloatField(help_text="That the rule lives on there, 0 to 1."),
            shared=strings(help_text="Words that both have."),
        ),
    )
    kin = items(
        "Kin", version=DateField(), bond=CharField(), rule=CharField(), number=CharField(), confidence=FloatField()
    )


class ChangeSerializer(Serializer[Any]):
    """What happened to one item between two versions."""

    item = ChoiceField(list(ITEMS))
    kind = ChoiceField(list(KINDS))
    weight = ChoiceField(list(WEIGHTS))
    old_numbers = strings()
    new_numbers = strings()
    rule = CharField(allow_null=True)
    old_text = CharField()
    new_text = CharField()
    similarity = FloatField()


class CitedTextSerializer(PlaceSerializer):
    """An English text at a number in a version."""

    heading = CharField()
    text = CharField()


class MeaningSerializer(Serializer[Any]):
    """What a citation means in another version. One without a day gives one item for each rule that had the number."""

    citation = CharField()
    number = CharField()
    to = DateField()
    numbers = strings(help_text="The main successor first.")
    confidence = FloatField()
    status = ChoiceField(["found", "split", "merged", "absorbed", "removed", "ambiguous", "unknown"])
    hops = items("Hop", version=DateField(), number=CharField(), kind=CharField(), confidence=FloatField())
    version = DateField(allow_null=True, help_text="The version that the citation was read in.")
    first = DateField()
    last = DateField()
    last_seen = PlaceSerializer(help_text="Where a removed rule stood last.")
    nearest = items("Nearest", version=DateField(), number=CharField(), confidence=FloatField(), shared=strings())
    then = CitedTextSerializer(allow_null=True, help_text="With `texts`: the text that was cited.")
    now = CitedTextSerializer(many=True, help_text="With `texts`: the texts at `numbers`.")


class WordingSerializer(ModelSerializer[Any]):
    """A text, stored once and never changed."""

    emphasis = ListField(
        child=ListField(child=IntegerField()),
        source="emphasis_spans",
        help_text="Italics: first and last offset, in code points.",
    )

    class Meta:
        model = Wording
        fields = ("digest", "language", "heading", "text", "emphasis")


class HitSerializer(Serializer[Any]):
    """A text that answers, best first."""

    number = CharField(source="place.number", help_text="Of a term its slug.")
    kind = KindField(source="place.kind")
    language = CharField(source="place.language")
    heading = CharField(source="place.heading")
    text = CharField(source="place.text")
    is_example = BooleanField(source="place.is_example")
    score = FloatField()


class SpellSerializer(Serializer[Any]):
    """A Rule had the words from one version to another, not always in between."""

    rule = SerializerMethodField()
    first = DateField()
    last = DateField()
    versions = IntegerField(help_text="How many had them.")
    first_number = CharField()
    last_number = CharField()
    heading = CharField()
    text = CharField(help_text="The last one with the words.")
    number = CharField(source="today", help_text="Its number in the latest version; empty where it is gone.")

    def get_rule(self, spell: MatchPeriod) -> str | None:
        """The id of the Rule; none in other languages than English."""
        return spell.public_id or None


class LineSerializer(Serializer[Any]):
    """A rule in one line."""

    version = DateField()
    language = CharField()
    number = CharField()
    line = CharField()
    url = CharField()


class MomentField(CharField):
    """When something was done, with the time zone."""

    def to_representation(self, value: Any) -> str:
        """Return it in the form of ISO 8601."""
        return str(value.isoformat())


class SignatureSerializer(ModelSerializer[Any]):
    """Who made a decision (`rulesbase.models.withdrawable`), and who withdrew it."""

    NAMES = ("by", "token", "at", "withdrawn_by", "withdrawn_at")
    by = CharField(source="maker")
    token = CharField(source="made_by_token", help_text="The name of the token by which it was made, if by one.")
    at = MomentField(source="made_at")
    withdrawn_by = CharField(source="withdrawer")
    withdrawn_at = MomentField(allow_null=True)
