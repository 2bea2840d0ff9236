"""Cards of the Oracle reference: sets, cards, faces, printings and related parts."""

from typing import ClassVar, Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

# Formats that allow nearly all cards. Jokes, cards of digital games, planes, schemes and the like are in none of them.
_USUAL = models.Q(
    *(
        models.Q((f"legalities__{name}__in", ["legal", "restricted", "banned"]))
        for name in ("vintage", "legacy", "commander")
    ),
    _connector=models.Q.OR,
)
# An order: cards of the usual formats before jokes, cards of digital games, planes and the like.
USUAL_FIRST = models.Case(models.When(_USUAL, is_playtest=False, then=0), default=1)


class CardSet(models.Model):
    """A set in which cards were printed."""

    code = models.CharField(_("set code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    released = models.DateField(_("release date"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-released", "code"]
        verbose_name = _("card set")
        verbose_name_plural = _("card sets")

    def __str__(self) -> str:
        return self.name or self.code.upper()


class CardQuerySet(models.QuerySet["Card"]):
    """Cards by name."""

    def for_reading(self) -> Self:
        """Fetch faces: one more query for any number of cards."""
        return self.prefetch_related(models.Prefetch("faces", Face.objects.order_by("position")))

    def in_play(self) -> Self:
        """Return real cards: no tokens, emblems or art cards."""
        return self.filter(kind=Card.Kind.CARD)


class Card(models.Model):
    """A card of the Oracle reference, independent of sets and languages.

    ``layout`` is stored as given, even if unknown. ``legalities`` is format to
    word, as given. ``released`` is the date of the first printing in the data.
    """

    class Kind(models.TextChoices):
        """The kind of a card."""

        CARD = "card", _("card")
        TOKEN = "token", _("token")
        EMBLEM = "emblem", _("emblem")
        NOTHING = "nothing", _("not part of the game")

    oracle_id = models.CharField("oracle id", max_length=64, unique=True)
    name = models.CharField(_("name"), max_length=300)
    slug = models.SlugField(max_length=320, unique=True, allow_unicode=True)
    layout = models.CharField(_("layout"), max_length=40)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.CARD)
    mana_value = models.FloatField(_("mana value"), default=0)
    colors = models.CharField(_("colours"), max_length=5, blank=True)
    color_identity = models.CharField(_("colour identity"), max_length=5, blank=True)
    keywords = models.JSONField(_("keywords"), default=list)
    legalities = models.JSONField(_("legality in each format"), default=dict)
    first_set = models.ForeignKey(CardSet, models.SET_NULL, null=True, related_name="+")
    released = models.DateField(_("release date"), null=True, blank=True)
    # A variant shares its name with cards whose text differs (Un-games); of a playtest card the text is no promise.
    is_variant = models.BooleanField(_("same name, different text"), default=False)
    is_playtest = models.BooleanField(_("playtest card"), default=False)
    is_sample = models.BooleanField(_("sample"), default=False)
    # Day of the data, rank of the source, digest: the greatest wins, so that the order of imports does not matter.
    standing = models.CharField(max_length=40, default="", editable=False)

    objects = CardQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name", "oracle_id"]
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        # Serves the list of cards in the order of names, and a card by its whole name.
        indexes: ClassVar = [models.Index(fields=["kind", "name"], name="card_kind_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the card's page."""
        return reverse("card", args=[self.slug])


class Face(models.Model):
    """A face or half of a card; most cards have one."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="faces", db_index=False)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=300)
    mana_cost = models.CharField(_("mana cost"), max_length=120, blank=True)
    mana_value = models.FloatField(_("mana value"), null=True, blank=True)
    type_line = models.CharField(_("type line"), max_length=200, blank=True)
    colors = models.CharField(_("colours"), max_length=5, blank=True)
    color_indicator = models.CharField(_("colour indicator"), max_length=5, blank=True)
    text = models.TextField(_("text"), blank=True)
    power = models.CharField(_("power"), max_length=12, blank=True)
    toughness = models.CharField(_("toughness"), max_length=12, blank=True)
    loyalty = models.CharField(_("loyalty"), max_length=12, blank=True)
    defense = models.CharField(_("defense"), max_length=12, blank=True)

    class Meta:
        ordering: ClassVar = ["card", "position"]
        verbose_name = _("face")
        verbose_name_plural = _("faces")
        constraints: ClassVar = [models.UniqueConstraint(fields=["card", "position"], name="face_once")]

    def __str__(self) -> str:
        return self.name


class Printing(models.Model):
    """A card in a set under a collector's number, in all languages.

    ``scryfall_id`` is that of the English printing, or empty.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="printings", db_index=False)
    card_set = models.ForeignKey(CardSet, models.CASCADE, related_name="printings")
    number = models.CharField(_("collector number"), max_length=20, blank=True)
    released = models.DateField(_("release date"), null=True, blank=True)
    scryfall_id = models.CharField("Scryfall id", max_length=36, blank=True)

    class Meta:
        ordering: ClassVar = ["released", "card_set", "number"]
        verbose_name = _("printing")
        verbose_name_plural = _("printings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["card", "card_set", "number"], name="printing_once"),
        ]
        # Serves the official list of ids that were merged or deleted.
        indexes: ClassVar = [models.Index(fields=["scryfall_id"], name="printing_scryfall_id")]

    def __str__(self) -> str:
        return f"{self.card_set.code.upper()} {self.number}"


class RelatedPart(models.Model):
    """A related card: the other half of a meld, its result, a token it makes.

    ``other`` is empty while the data have no card of that name. ``sure``: a source named it by its id; else it was
    found by its name.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="parts", db_index=False)
    component = models.CharField(_("kind of relation"), max_length=40)
    name = models.CharField(_("name"), max_length=300)
    other = models.ForeignKey(Card, models.SET_NULL, null=True, related_name="part_of")
    sure = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("related card or token")
        verbose_name_plural = _("related cards or tokens")
        constraints: ClassVar = [models.UniqueConstraint(fields=["card", "component", "name"], name="part_once")]

    def __str__(self) -> str:
        return self.name
