"""Serializers of the desk API."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DictField,
    IntegerField,
    ModelSerializer,
    Serializer,
    SerializerMethodField,
)

from rulesbase.api.serializers import MomentField, ProblemSerializer, SignatureSerializer, counts, items, strings
from rulesbase.engine.text.typed_markup import marked
from rulesbase.imports.import_file import ImportResult
from rulesbase.models import ApiToken, Correction, TermEntry, Translation, Wording


class MarkedField(CharField):
    """The text of a wording."""

    def to_representation(self, value: Any) -> str:
        """Return the text with marks around what is in italics."""
        return marked(value.text, value.emphasis_spans)


@extend_schema_serializer(component_name="DeskDoor")
class DeskRootSerializer(Serializer[Any]):
    """The owner of the token."""

    user = CharField()
    token = CharField(help_text="The name of the token, as shown in the log.")
    scope = ChoiceField(ApiToken.Scope.choices)
    good_until = CharField(allow_null=True)
    curates = BooleanField(help_text="Whether the owner is a curator, with all rights in every language.")
    translates = strings(help_text="Languages in which the owner may save and send for review.")
    reviews = strings(help_text="Languages in which the owner may approve and return.")
    edits = strings(help_text="Languages in which the owner may import and use bulk actions.")
    four_eyes = BooleanField(help_text="Whether texts must be approved by another person.")


class DeskWordsSerializer(ModelSerializer[Any]):
    """An English text."""

    text = MarkedField(source="*", help_text="Italics as [i]words[/i].")
    wording = CharField(source="digest")

    class Meta:
        model = Wording
        fields = ("heading", "text", "wording")


class DeskRowSerializer(ModelSerializer[Any]):
    """A revision of the translation, or null."""

    heading = CharField(source="wording.heading")
    text = MarkedField(source="wording", help_text="Italics as [i]words[/i].")
    wording = CharField(source="wording.digest")
    by = CharField(source="author_name")
    at = MomentField(source="made_at")

    class Meta:
        model = Translation
        fields: Sequence[str] = ("id", "revision", "status", "heading", "text", "wording", "by", "at", "reason")


class DeskTextSerializer(Serializer[Any]):
    """A text at the desk."""

    language = CharField()
    version = CharField(help_text="The version to translate for.")
    number = CharField()
    part = IntegerField(help_text="0 for the text itself, 1 and up for its examples.")
    parts = IntegerField(help_text="Number of texts: the rule and its examples.")
    rule = CharField()
    english = DeskWordsSerializer()
    freshness = CharField(allow_null=True, help_text="Freshness of the published translation.")
    base = IntegerField(help_text="The newest revision. Send it with every change.")
    seen = IntegerField(allow_null=True, help_text="The `id` of the published translation. Send it with an approval.")
    newest = DeskRowSerializer(allow_null=True)
    approved = DeskRowSerializer(allow_null=True)
    comments = items(
        "DeskRemark", by=CharField(source="author_name"), at=MomentField(source="made_at"), text=CharField()
    )


class DeskWaitingSerializer(Serializer[Any]):
    """A text in a queue of the desk."""

    number = CharField(source="item.cell.number")
    part = IntegerField(source="item.part", help_text="0 for the text itself, 1 and up for its examples.")
    rule = CharField(source="public_id")
    subject = CharField(help_text="Its heading, or the first words of the English.")
    freshness = CharField(source="item.text.state", help_text="Freshness of the published translation.")
    since = DateField(
        source="item.text.made_for",
        allow_null=True,
        help_text="The version that the published translation was made for.",
    )
    cited = IntegerField(source="item.cited", help_text="Number of rules that refer to it.")
    older = BooleanField(source="item.older", help_text="Whether the English has changed since.")
    failed = strings(source="item.failed", help_text="The failed checks; only in the queue `checks`.")
    base = IntegerField(source="newest.revision", default=0, help_text="The newest revision, or 0.")
    status = CharField(source="newest.status", allow_null=True, help_text="Status of the newest revision.")
    by = CharField(source="newest.author_name", default="", help_text="The author of the newest revision.")
    at = MomentField(source="newest.made_at", allow_null=True)
    others = strings(help_text="People who are editing it now.")


class DeskPastSerializer(DeskRowSerializer):
    """An earlier translation. Send its `id` to restore it."""

    english = CharField(source="original.digest", help_text="The digest of the English text that it translates.")
    current = BooleanField(help_text="Whether that English text is the current one.")
    places = strings(source="made_for", help_text="The rule numbers and versions it was made for.")

    class Meta(DeskRowSerializer.Meta):
        fields = (*DeskRowSerializer.Meta.fields, "origin", "english", "current", "places")


class DeskDoneSerializer(Serializer[Any]):
    """The result of a bulk action."""

    batch = CharField(help_text="Its number in the log. Use it to undo the action.")
    texts = IntegerField(help_text="Number of texts approved or undone.")
    left = strings(help_text="Rule numbers that were skipped.")


class DeskTermSerializer(ModelSerializer[Any]):
    """A term and its translation."""

    variants = SerializerMethodField()
    newest = IntegerField(read_only=True, help_text="The newest revision of the term. Send it with a decision.")
    by = CharField(source="author_name")
    at = MomentField(source="made_at")

    class Meta:
        model = TermEntry
        fields = ("id", "term", "translation", "variants", "note", "status", "revision", "newest", "by", "at")

    def get_variants(self, row: TermEntry) -> list[str]:
        """Other accepted words, one a line."""
        return [one for one in row.variants.split("\n") if one]


class DeskCorrectionSerializer(SignatureSerializer):
    """A correction of one step of the lineage. Texts and `bond` are given by a dry run."""

    id = IntegerField(allow_null=True, read_only=True, help_text="Null in a dry run.")
    old = CharField(source="old_place")
    new = CharField(source="new_place")
    holds = BooleanField(required=False, help_text="Whether the stored lineage agrees.")
    old_text = CharField(required=False)
    new_text = CharField(required=False)
    bond = CharField(required=False, help_text="The current relation of the two entries.")

    class Meta:
        model = Correction
        fields = (
            "id",
            "verb",
            "old",
            "new",
            "reason",
            *SignatureSerializer.NAMES,
            "holds",
            "old_text",
            "new_text",
            "bond",
        )


class DeskUploadSerializer(Serializer[Any]):
    """The preview of an import."""

    id = IntegerField()
    name = CharField()
    sha256 = CharField()
    refusal = CharField(help_text="Why the file has no rules, or empty.")
    language = CharField(allow_null=True)
    version = DateField(allow_null=True)
    known = BooleanField(help_text="Whether this file was imported before.")
    allowed = BooleanField(help_text="Whether you may import texts of this language.")
    counts = counts()
    blocked = IntegerField(help_text="Entries that prevent the import.")
    look_at = items("LineToLookAt", name=CharField(), line=IntegerField(), state=CharField(), reasons=strings())
    more = IntegerField(help_text="Number of further entries.")


class DeskImportedSerializer(Serializer[Any]):
    """The result of an import."""

    status = CharField(help_text="imported, corrected, witness, known or discarded.")
    source = IntegerField(source="source.pk", allow_null=True)  # type: ignore[assignment]
    version = DateField(source="source.stated_date", allow_null=True)
    language = CharField(source="source.language", allow_null=True)
    rules = IntegerField(source="source.rules")
    examples = IntegerField(source="source.examples")
    terms = IntegerField(source="source.terms")
    issues = SerializerMethodField()

    def get_issues(self, result: ImportResult) -> int:
        """The number of problems found in the file."""
        return len(result.source.issues)


class ConflictSerializer(ProblemSerializer):
    """Another person saved first: both texts, and the `base` to continue from."""

    newest = DeskRowSerializer(required=False, allow_null=True)
    approved = DeskRowSerializer(required=False, allow_null=True)
    base = IntegerField(required=False)
    seen = IntegerField(required=False, allow_null=True)
    yours = DictField(required=False)
