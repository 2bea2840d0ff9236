"""The last part of a card's address: its name, and where that is taken also the start of its oracle id."""

from django.utils.text import slugify

from cards.models import Card


class Slugs:
    """Gives slugs to new cards. Tokens, emblems and pictures always have the longer form.

    Of cards that share a name the first by oracle id has the short form, playtest cards behind all others, so that
    the order of files does not matter.
    """

    def __init__(self) -> None:
        self._taken = set(Card.objects.values_list("slug", flat=True))
        self._contested: set[str] = set()

    def take(self, oracle_id: str, name: str, kind: str) -> str:
        """Return a slug that no other card has."""
        plain = slugify(name, allow_unicode=True)[:280]
        slug = plain
        if kind != Card.Kind.CARD or not plain:
            slug = f"{plain}-{oracle_id[:8]}".strip("-")
        elif plain in self._taken:
            self._contested.add(plain)
            slug = f"{plain}-{oracle_id[:8]}"
        if slug in self._taken:
            slug = f"{plain}-{oracle_id}"[:320].strip("-")
        self._taken.add(slug)
        return slug

    def settle(self) -> None:
        """Give each short form that several cards wanted to the one that has the right to it."""
        for plain in sorted(self._contested):
            rows = Card.objects.filter(kind=Card.Kind.CARD, slug__startswith=plain)
            wanting = [row for row in rows if slugify(row.name, allow_unicode=True)[:280] == plain]
            wanting.sort(key=lambda row: (row.is_playtest, row.oracle_id))
            holder = next((row for row in wanting if row.slug == plain), None)
            if not wanting or holder is None or wanting[0] is holder:
                continue
            first, free = wanting[0], wanting[0].slug
            Card.objects.filter(pk=holder.pk).update(slug=f"{free}~")
            Card.objects.filter(pk=first.pk).update(slug=plain)
            taken = Card.objects.filter(slug=f"{plain}-{holder.oracle_id[:8]}").exists()
            own = holder.oracle_id if taken else holder.oracle_id[:8]
            Card.objects.filter(pk=holder.pk).update(slug=f"{plain}-{own}"[:320])
