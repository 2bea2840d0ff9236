"""Serializers of the API: they describe all responses, and write those that no command writes."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
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
from rulesbase.models import Edition, Entry, Wording
from rulesbase.search.all_versions import MatchPeriod
from rulesbase.translations.freshness_types import Freshness


def shape(name: str, /, **fields: Field[Any, Any, Any, Any]) -> type[Serializer[Any]]:
    """Describe an object inside a response."""
    return type(f"{name}Serializer", (Serializer,), fields)


def items(name: str, /, **fields: Field[Any, Any, Any, Any]) -> Serializer[Any]:
    """Describe a list of objects inside a response."""
    return shape(name, **fields)(many=True)


FRESHNESS = [str(state) for state in Freshness]
_FRESHNESS_HELP = (
    "How the English has changed since the translation was made. `exact`: it was made from this English text. "
    "It does not mean that a reviewer has read the translation."
)
_DOUBTS_HELP = "Possible errors that a program found in the translation. An empty list is no proof that there are none."


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
    says = "The id of the rule. It stays when the number changes. Null in partial texts."
    return CharField(allow_null=True, help_text=says, **more)


class ProblemSerializer(Serializer[Any]):
    """An error (RFC 9457). `detail` says what to do."""

    type = CharField()
    title = CharField()
    status = IntegerField()
    detail = CharField()
    parameter = CharField(required=False)


class ApiRootSerializer(Serializer[Any]):
    """List the addresses of the API."""

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

    version = DateField(source="version.date")
    language = CharField()
    entries = IntegerField(source="rules", help_text="Number of numbered rules.")
    examples = IntegerField()
    glossary = IntegerField(source="terms", help_text="Number of glossary terms.")
    issues = SerializerMethodField(help_text="Number of problems found in its file.")
    sha256 = CharField(
        source="main_source.sha256",
        default="",
        help_text="SHA-256 of its file; empty for an edition composed of several sources.",
    )
    complete = BooleanField()

    def get_issues(self, edition: Edition) -> int:
        """The number of problems found in its file."""
        return len(edition.main_source.issues) if edition.main_source else 0


class VersionEditionsSerializer(Serializer[Any]):
    """A version of the rules with its editions."""

    version = DateField(source="date")
    name = CharField(help_text="The set released with it.")
    sample = BooleanField(source="is_sample", help_text="Whether it is a sample text written for this software.")
    editions = EditionSerializer(many=True)


class VersionSerializer(VersionEditionsSerializer):
    """A version of the rules, named by the date it took effect."""

    languages = strings(help_text="Languages that can be read, with translations shown from other versions.")
    previous = DateField(allow_null=True)
    next = DateField(allow_null=True)


class PlaceSerializer(Serializer[Any]):
    """A number in a version."""

    version = DateField()
    number = CharField()


class EntryTextSerializer(Serializer[Any]):
    """An entry of an edition."""

    number = CharField(help_text="The number; for a term, its slug.")
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
    wording = CharField(source="wording.digest", help_text="Digest of the text. See wordings/.")

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
    """An entry of a version, with other languages."""

    version = DateField()
    language = CharField()
    rule = rule_id()
    wording = CharField(help_text="Digest of the text. See wordings/.")
    translations = DictField(
        child=shape(
            "Translated",
            heading=CharField(),
            text=CharField(),
            examples=strings(),
            freshness=ChoiceField(FRESHNESS, help_text=_FRESHNESS_HELP),
            behind=IntegerField(help_text="Number of changes in substance of the English since."),
            examples_behind=IntegerField(),
            made_for=DateField(allow_null=True, help_text="The version that it was made for."),
            doubts=strings(help_text=_DOUBTS_HELP),
        )()
    )


@extend_schema_field({"type": "array", "items": {"$ref": "#/components/schemas/Node"}})
class ChildrenField(ListField):
    """The entries below an entry. A serializer cannot refer to itself."""


class NodeSerializer(EntryTextSerializer):
    """An entry with the entries below it."""

    examples = None  # type: ignore[assignment]
    rule = rule_id()
    children = ChildrenField()


class TranslationCellSerializer(Serializer[Any]):
    """An English entry and its translation, as made for the version `made_for`."""

    number = CharField(source="cell.number", help_text="The number; for a term, its slug.")
    kind = KindField(source="cell.kind")
    rule = rule_id()
    freshness = ChoiceField(FRESHNESS, source="cell.state", help_text=_FRESHNESS_HELP)
    behind = IntegerField(source="cell.behind")
    examples_behind = IntegerField(source="cell.examples_behind")
    made_for = DateField(source="cell.text.made_for", allow_null=True)
    heading = CharField(source="text.heading", default="")
    text = CharField(source="text.text", default="")
    wording = CharField(
        source="text.digest", allow_null=True, help_text="Digest of the translation; null if there is none."
    )
    original = CharField(
        source="original.digest", allow_null=True, help_text="Digest of the English text that was translated."
    )
    english = CharField(source="english.digest", help_text="Digest of the English text of this version.")
    doubts = ListField(child=CharField(), help_text=_DOUBTS_HELP)


class WholeTextSerializer(Serializer[Any]):
    """A whole edition."""

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
    """A rule: the identity of its entries in all versions."""

    rule = CharField(source="public_id")
    number = CharField(
        allow_null=True, help_text="Its number in the latest version; for a term, its slug. Null if it is gone."
    )
    merged_into = CharField(
        source="merged_into.public_id", allow_null=True, help_text="The rule that it was merged into."
    )


class LineageSerializer(Serializer[Any]):
    """The history of a rule in English."""

    rule = CharField(source="rule.public_id")
    kind = KindField()
    spans = items(
        "Span",
        first=DateField(),
        last=DateField(),
        number=CharField(),
        heading=CharField(source="wording.heading"),
        text=CharField(source="wording.text"),
    )
    examples = items("RuleExamples", first=DateField(), texts=strings())
    changes = shape(
        "RuleChange",
        version=DateField(source="version.date"),
        kind=CharField(),
        weight=CharField(),
        old_number=CharField(),
        new_number=CharField(),
        confidence=FloatField(),
        evidence=CharField(),
        relation=CharField(
            help_text="Relation to the next version: same, reworded, absorbed, duplicate, heading, glossary or gone."
        ),
        nearest=items(
            "NearestEntry",
            number=CharField(),
            confidence=FloatField(
                source="probability", help_text="Probability that this entry continues the rule, 0 to 1."
            ),
            shared=strings(source="words", help_text="Words in both texts."),
        ),
    )(many=True, source="events")
    kin = shape(
        "Kin",
        version=DateField(),
        bond=CharField(source="relation"),
        rule=CharField(),
        number=CharField(),
        confidence=FloatField(),
    )(many=True, source="relatives")


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
    """A citation resolved in another version. Without a date there is one item for each rule that had the number."""

    citation = CharField()
    number = CharField()
    to = DateField()
    numbers = strings(help_text="Its numbers, the main successor first.")
    confidence = FloatField()
    status = ChoiceField(["found", "split", "merged", "absorbed", "removed", "ambiguous", "unknown"])
    hops = items("Hop", version=DateField(), number=CharField(), kind=CharField(), confidence=FloatField())
    version = DateField(allow_null=True, help_text="The version that the citation refers to.")
    first = DateField()
    last = DateField()
    last_seen = PlaceSerializer(help_text="The last entry of a removed rule.")
    nearest = items("Nearest", version=DateField(), number=CharField(), confidence=FloatField(), shared=strings())
    then = CitedTextSerializer(allow_null=True, help_text="With `texts`: the cited text.")
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
    """A search result."""

    number = CharField(source="place.number", help_text="The number; for a term, its slug.")
    kind = KindField(source="place.kind")
    language = CharField(source="place.language")
    heading = CharField(source="place.heading")
    text = CharField(source="place.text")
    is_example = BooleanField(source="place.is_example")
    score = FloatField()


@extend_schema_serializer(component_name="Spell")
class MatchPeriodSerializer(Serializer[Any]):
    """A rule with the words, from the first to the last version that has them."""

    rule = SerializerMethodField()
    first = DateField()
    last = DateField()
    versions = IntegerField(help_text="Number of versions with the words.")
    first_number = CharField()
    last_number = CharField()
    heading = CharField()
    text = CharField(help_text="The last text with the words.")
    number = CharField(source="today", help_text="Its number in the latest version; empty if it is gone.")

    def get_rule(self, period: MatchPeriod) -> str | None:
        """The id of the rule; only in English."""
        return period.public_id or None


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
    token = CharField(source="made_by_token", help_text="The name of the token that made it, or empty.")
    at = MomentField(source="made_at")
    withdrawn_by = CharField(source="withdrawer")
    withdrawn_at = MomentField(allow_null=True)
