"""Items that depend on rules, apart from cards: translations, study questions, citations in rules, own notes."""

from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy

from rulesbase.core.document_urls import entry_url, visible_number
from rulesbase.core.excerpts import shortened
from rulesbase.core.grouping import grouped
from rulesbase.core.languages import language_word
from rulesbase.impact.kinds import AffectedItem, ImpactKind, Scope, register
from rulesbase.impact.queries import numbers_at
from rulesbase.models import Entry, Question, Reference, RuleNote, Translation

_EXCERPT = 90


def register_own_kinds() -> None:
    """Register the kinds of this app; called once when the program starts."""
    register(
        ImpactKind("notes", 6, gettext_lazy("My notes"), _notes, _note_items),
        ImpactKind("citations", 5, gettext_lazy("Citations in rules"), _citations, _citation_items),
        ImpactKind("questions", 4, gettext_lazy("Study questions"), _questions, _question_items),
        ImpactKind("translations", 3, gettext_lazy("Translations"), _translations, _translation_items),
    )


def _translations(scope: Scope) -> QuerySet[Translation]:
    """Return the approved translations of the older English texts."""
    old = Entry.objects.filter(edition=scope.older.main.pk, rule__in=scope.rules)
    return Translation.objects.filter(status=Translation.Status.APPROVED, original__in=old.values("wording"))


def _translation_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    old = Entry.objects.filter(edition=scope.older.main.pk, rule__in=scope.rules).order_by("-position")
    entry_of = {entry.wording_id: entry for entry in old}
    rows = _translations(scope).select_related("wording").order_by("language", "pk")[first : first + most]
    return [
        AffectedItem(
            row.wording.heading or shortened(row.wording.text, _EXCERPT),
            f"{entry_url(scope.older, entry_of[row.original_id].number)}?lang=en,{row.language}",
            row.language,
            language_word(row.language),
            (entry_of[row.original_id].rule_id or 0,),
        )
        for row in rows
    ]


def _questions(scope: Scope) -> QuerySet[Question]:
    """Return the public questions on these Rules, and those whose published text cites one."""
    cited = Q(written__revisions__status="published", written__revisions__citations__rule__in=scope.rules)
    public = Question.objects.filter(owner=None, retired_on=None)
    return public.filter(pk__in=public.filter(Q(rule__in=scope.rules) | cited).values("pk"))


def _question_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_questions(scope).order_by("number", "pk")[first : first + most])
    headings = _headings(scope, rows)
    return [
        AffectedItem(
            visible_number(row.number) or headings.get(row.rule_id) or row.public_id,
            reverse("study-question", args=[row.public_id]),
            "",
            str(row.get_kind_display()),
            (row.rule_id,) if row.rule_id else (),
        )
        for row in rows
    ]


def _headings(scope: Scope, rows: Iterable[Question | RuleNote]) -> dict[int | None, str]:
    """Return the headings of the Rules without a number, such as terms. One query."""
    rules = {row.rule_id for row in rows if not visible_number(row.number)}
    entries = Entry.objects.filter(edition__in=(scope.older.main.pk, scope.newer.main.pk), rule__in=rules)
    return dict(entries.values_list("rule", "wording__heading"))


def _citations(scope: Scope) -> QuerySet[Entry]:
    """Return the entries of the newer version that cite these Rules by number."""
    citing = Entry.objects.filter(edition=scope.newer.main.pk, wording__fold__in=_references(scope).values("fold"))
    return citing.exclude(rule__in=scope.rules)


def _references(scope: Scope) -> QuerySet[Reference]:
    """Return the references to these Rules: meant when the text came, or by their number in the newer version."""
    numbers = numbers_at(scope.newer, scope.rules).values()
    return Reference.objects.filter(Q(meant__in=scope.rules) | Q(number__in=numbers))


def _citation_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_citations(scope).select_related("wording").order_by("position")[first : first + most])
    folds = {row.wording.fold for row in rows}
    rule_at = {number: rule for rule, number in numbers_at(scope.newer, scope.rules).items()}
    named = _references(scope).filter(fold__in=folds).order_by("number").values_list("fold", "meant", "number")
    meant = grouped((fold, (rule if rule in scope.rules else rule_at[number], number)) for fold, rule, number in named)
    return [
        AffectedItem(
            row.wording.heading
            if row.kind == Entry.Kind.TERM
            else f"{row.number} {shortened(row.wording.text, _EXCERPT)}",
            entry_url(scope.newer, row.number),
            "en",
            ", ".join(number for _rule, number in meant[row.wording.fold]),
            tuple(rule for rule, _number in meant[row.wording.fold]),
        )
        for row in rows
    ]


def _notes(scope: Scope) -> QuerySet[RuleNote]:
    """Return the notes of the user of the scope; none of a visitor, as each note has a user."""
    return RuleNote.objects.filter(user=scope.user, rule__in=scope.rules)


def _note_items(scope: Scope, first: int, most: int) -> Sequence[AffectedItem]:
    rows = list(_notes(scope).select_related("rule").order_by("number", "pk")[first : first + most])
    headings = _headings(scope, rows)
    return [
        AffectedItem(
            shortened(row.note or row.phrase, _EXCERPT),
            reverse("rule_now", args=[row.rule.public_id]),
            "",
            visible_number(row.number) or headings.get(row.rule_id) or row.number,
            (row.rule.pk,),
        )
        for row in rows
        if row.rule
    ]
