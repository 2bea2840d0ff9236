"""Find versions, editions and entries by typed names; errors have messages for people."""

from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion, NotFound, catalogue
from rulesbase.core.dates import day_text
from rulesbase.engine.text.numbers import canonical
from rulesbase.models import Edition, Entry, Version


def version_named(name: str) -> Version:
    """Return the version in force on a date, the last one of a year, or ``latest``. Raises NotFound."""
    return Version.objects.get(pk=catalogue().find(name).pk)


def edition_of(version: CatalogueVersion, language: str) -> Edition:
    """Return the edition of a version in a language. Raises NotFound with the existing languages."""
    text = version.text_in(language)
    if text is None:
        known = ", ".join(text.language for text in version.texts)
        message = _("The version of %(date)s has no edition in that language. Languages available: %(languages)s.")
        raise NotFound(message % {"date": day_text(version.date), "languages": known})
    return Edition.objects.select_related("version").get(pk=text.pk)


def entry_at(edition: Edition, number: str) -> Entry:
    """Return the entry at a number in any spelling. Raises NotFound with the versions that have it."""
    wanted = canonical(number)
    if wanted is None:
        message = _("“%(number)s” is not a rule number. Rule numbers look like 2, 201, 201.3 or 201.3a.")
        raise NotFound(message % {"number": number[:40]})
    entry = Entry.objects.of(edition).for_reading().filter(number=wanted, kind__lt=Entry.Kind.TERM).first()
    if entry:
        return entry
    others = Entry.objects.in_active_document().filter(number=wanted, edition__language=edition.language)
    dates = list(others.order_by("edition__version__date").values_list("edition__version__date", flat=True))
    if not dates:
        raise NotFound(_("No version in this language has %(number)s.") % {"number": wanted})
    if dates[0] == dates[-1]:
        message = _("The version of %(date)s has no %(number)s. Only the version of %(first)s has it.")
    else:
        message = _("The version of %(date)s has no %(number)s. It is in versions from %(first)s to %(last)s.")
    days = {"date": edition.version.date, "first": dates[0], "last": dates[-1]}
    raise NotFound(message % {"number": wanted, **{name: day_text(day) for name, day in days.items()}})


def term_in(version: CatalogueVersion, text: CatalogueEdition, slug: str) -> str | None:
    """Return the slug in an edition of the term with this slug in another edition; else None. Two queries at most.

    Another language of the version counts before other versions: terms were renamed, such as *In Play (Obsolete)*.
    """
    terms = Entry.objects.filter(chapter=Entry.TERMS)
    named = terms.filter(number=slug, rule__isnull=False)
    found = terms.filter(edition=text.pk).values_list("number", flat=True)
    of_version = named.filter(edition__in=[one.pk for one in version.texts])
    for some in (of_version, named):
        if there := found.filter(rule__in=some.values("rule")).first():
            return there
    return None
