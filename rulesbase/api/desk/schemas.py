"""The shapes of the desk's answers."""

from collections.abc import Sequence
from typing import Any

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

from rulesbase.api.serializers import (
    MomentField,
    ProblemSerializer,
    SignatureSerializer,
    counts,
    items,
    strings,
)
from rulesbase.desk.terminology.actions import newest_revision
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import ApiToken, Correction, TermEntry, Translation, Wording


class MarkedField(CharField):
    """The text of a wording."""

    def to_representation(self, value: Any) -> str:
        """Return the text with marks around what is in italics."""
        return marked(value.text, value.emphasis_spans)


class DeskDoorSerializer(Serializer[Any]):
    """Whose token this is."""

    user = CharField()
    token = CharField(help_text="Its name, which stands in the log.")
    scope = ChoiceField(ApiToken.Scope.choices)
    good_until = CharField(allow_null=True)
    curates = BooleanField(help_text="May do everything in every language.")
    translates = strings(help_text="Languages in which the person may save and hand in.")
    reviews = strings(help_text="Languages in which the person may approve and send back.")
    edits = strings(help_text="Languages in which the person may import and work on many texts.")
    four_eyes = BooleanField(help_text="Nobody approves here what they wrote themselves.")


class DeskWordsSerializer(ModelSerializer[Any]):
    """An English text."""

    text = MarkedField(source="*", help_text="Italics as [i]words[/i].")
    wording = CharField(source="digest")

    class Meta:
        model = Wording
        fields = ("heading", "text", "wording")


class DeskRowSerializer(ModelSerializer[Any]):
    """A text of the slot; null where there is none."""

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
    version = CharField(help_text="The version that is worked for.")
    number = CharField()
    part = IntegerField(help_text="0 for the text itself, 1 and up for its examples.")
    parts = IntegerField(help_text="How many there are, with the text itself.")
    rule = CharField()
    english = DeskWordsSerializer()
    freshness = CharField(allow_null=True, help_text="Of what readers see.")
    base = IntegerField(help_text="The newest revision; send it with what you do.")
    seen = IntegerField(
        allow_null=True, help_text="The `id` of the text that readers see; send it with what you approve."
    )
    newest = DeskRowSerializer(allow_null=True)
    approved = DeskRowSerializer(allow_null=True)
    comments = items(
        "DeskRemark", by=CharField(source="author_name"), at=MomentField(source="made_at"), text=CharField()
    )


class DeskWaitingSerializer(Serializer[Any]):
    """A text in a queue of the desk."""

    number = CharField(source="row.number")
    part = IntegerField(source="row.item.part", help_text="0 for the text itself, 1 and up for its examples.")
    rule = CharField(source="row.public_id")
    subject = CharField(source="row.subject", help_text="Its heading, or how the English begins.")
    freshness = CharField(source="row.item.cell.state", help_text="Of what readers see.")
    since = DateField(source="row.since", allow_null=True, help_text="The version that what readers see was made for.")
    cited = IntegerField(source="row.item.cited", help_text="How many rules name this number.")
    older = BooleanField(source="row.item.older", help_text="What waits was made for English that has changed since.")
    failed = strings(source="row.item.failed", help_text="The checks that it fails; in the queue `checks` only.")
    base = IntegerField(source="newest.revision", default=0, help_text="The newest revision; 0 where there is none.")
    status = CharField(source="newest.status", allow_null=True, help_text="Of the newest revision.")
    by = CharField(source="newest.author_name", default="", help_text="Who wrote the newest revision.")
    at = MomentField(source="newest.made_at", allow_null=True)
    others = strings(source="row.others", help_text="Who is at work on it now.")


class DeskPastSerializer(DeskRowSerializer):
    """A text that a rule had in a language. Its `id` is sent to take it up again."""

    english = CharField(source="original.digest", help_text="The digest of the English wording it was made for.")
    current = BooleanField(help_text="That English is the one of today.")
    places = strings(source="made_for", help_text="Numbers and days it was made for.")

    class Meta(DeskRowSerializer.Meta):
        fields = (*DeskRowSerializer.Meta.fields, "origin", "english", "current", "places")


class DeskDoneSerializer(Serializer[Any]):
    """What was done to many texts."""

    batch = CharField(help_text="Its number in the log; takes all of it back.")
    texts = IntegerField(help_text="How many were approved, or taken back.")
    left = strings(help_text="Numbers that were left alone.")


class DeskTermSerializer(ModelSerializer[Any]):
    """What an English term is called."""

    variants = SerializerMethodField()
    newest = SerializerMethodField(help_text="The newest revision of the term; send it with a decision.")
    by = CharField(source="author_name")
    at = MomentField(source="made_at")

    class Meta:
        model = TermEntry
        fields = ("id", "term", "translation", "variants", "note", "status", "revision", "newest", "by", "at")

    def get_variants(self, row: TermEntry) -> list[str]:
        """Other words, which are stored one a line."""
        return [one for one in row.variants.split("\n") if one]

    def get_newest(self, row: TermEntry) -> int:
        """The newest revision of the term."""
        return newest_revision(row.language, row.term)


class DeskCorrectionSerializer(SignatureSerializer):
    """What a curator says of one step of the lineage. The texts and the bond are those of a dry run."""

    old = CharField(source="old_place")
    new = CharField(source="new_place")
    holds = BooleanField(required=False, help_text="The stored lineage is so.")
    old_text = CharField(required=False)
    new_text = CharField(required=False)
    bond = CharField(required=False, help_text="What holds between both now.")

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
    """What would become of a file."""

    id = IntegerField()
    name = CharField()
    sha256 = CharField()
    refusal = CharField(help_text="Why it holds no rules; empty where it does.")
    language = CharField(allow_null=True)
    version = DateField(allow_null=True)
    known = BooleanField(help_text="This file was imported before.")
    allowed = BooleanField(help_text="You may import texts of this language.")
    counts = counts()
    blocked = IntegerField(help_text="Entries that stand in the way of the import.")
    look_at = items("LineToLookAt", name=CharField(), line=IntegerField(), state=CharField(), reasons=strings())
    more = IntegerField(help_text="How many more there are to look at.")


class DeskImportedSerializer(Serializer[Any]):
    """What became of a file."""

    status = CharField(help_text="imported, corrected, witness, known or discarded.")
    source = IntegerField(source="source.pk", allow_null=True)  # type: ignore[assignment]
    version = DateField(allow_null=True)
    language = CharField(allow_null=True)
    rules = IntegerField()
    examples = IntegerField()
    terms = IntegerField()
    issues = IntegerField()


class ConflictSerializer(ProblemSerializer):
    """Somebody else was quicker: both texts, and from where to go on."""

    newest = DeskRowSerializer(required=False, allow_null=True)
    approved = DeskRowSerializer(required=False, allow_null=True)
    base = IntegerField(required=False)
    seen = IntegerField(required=False, allow_null=True)
    yours = DictField(required=False)
