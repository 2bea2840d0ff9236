"""Feeds of the rules: new versions, and a Rule with its subrules."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.dates import day_text
from rulesbase.core.document_urls import document_name, entry_url, named, numbered
from rulesbase.feeds.atom import AtomFeed, at_midnight, site_of
from rulesbase.history.change_summary import summary_html, version_summary, version_title
from rulesbase.history.rule_changes import VersionChanges, changes_of_rule, changes_of_versions, texts_of_changes
from rulesbase.models import Change, Entry

_STEPS, _OF_STEP = 30, 25
_VERSIONS, _OF_VERSION = 12, 15


# ---- Versions ----


def versions_feed(request: HttpRequest, versions: Catalogue) -> AtomFeed:
    """Return the feed of the newest versions in force with their changes in substance. Six queries."""
    steps = changes_of_versions(versions, _VERSIONS)
    weighty = {step.version: [row for row in step.rows if row.weight == Change.Weight.SUBSTANCE] for step in steps}
    first = [row for rows in weighty.values() for row in rows[:_OF_VERSION]]
    words = texts_of_changes(steps, first)
    about = gettext("Each new version appears on the day it comes into force, with its changes.")
    page = reverse("rules_latest") if document_name() else reverse("archive")
    feed = AtomFeed(request, "versions", versions_title(), about, page)
    for step in steps:
        summary = version_summary(step, words, weighty[step.version])._replace(renumbered=0)
        path = reverse("contents", args=[str(step.version)])
        html = format_html("<p>{}</p>\n", _figures(step)) + summary_html(summary, site_of(request))
        feed.add(f"version/{step.version}", _dated_name(step), at_midnight(step.version.date), path, html)
    return feed


def versions_title() -> str:
    """Return the title of the feed of versions of the active document."""
    if document := document_name():
        return gettext("New versions: %(document)s") % {"document": document}
    return gettext("New versions of the rules")


def _dated_name(step: VersionChanges) -> str:
    date = day_text(step.version.date)
    if document := document_name():
        return gettext("%(document)s of %(date)s") % {"document": document, "date": date}
    if step.version.name:
        return gettext("The rules of %(date)s (%(name)s)") % {"date": date, "name": step.version.name}
    return gettext("The rules of %(date)s") % {"date": date}


def _figures(step: VersionChanges) -> str:
    """Return the counts of added, reworded, removed and renumbered rules as a sentence."""
    rows = [row for row in step.rows if row.item == "rule"]
    whole = (Change.Kind.ADDED, Change.Kind.REMOVED)
    counted = {
        "added": sum(row.kind == Change.Kind.ADDED for row in rows),
        "reworded": sum(row.weight == Change.Weight.SUBSTANCE and row.kind not in whole for row in rows),
        "removed": sum(row.kind == Change.Kind.REMOVED for row in rows),
        "renumbered": sum(row.kind in (Change.Kind.RENUMBERED, Change.Kind.MOVED) for row in rows),
    }
    message = gettext(
        "Rules added: %(added)d, reworded: %(reworded)d, removed: %(removed)d, renumbered: %(renumbered)d."
    )
    return message % counted


# ---- A Rule ----


def rule_feed(request: HttpRequest, versions: Catalogue, entry: Entry) -> AtomFeed:
    """Return the feed of an entry's Rule and its subrules. Seven queries."""
    rule = entry.rule
    assert rule is not None
    steps = changes_of_rule(versions, rule, most=_STEPS)
    words = texts_of_changes(steps, (row for step in steps for row in step.listed[:_OF_STEP]))
    name = _place_name(entry)
    title = gettext("Changes to %(place)s") % {"place": name}
    about = gettext("Changes to this rule or term and to its subrules in each version, even if the number changes.")
    feed = AtomFeed(request, f"rule/{rule.public_id}", title, about, reverse("rule_history", args=[rule.public_id]))
    for step in steps:
        feed.add(
            f"rule/{rule.public_id}/{step.version}",
            version_title(step, name if step.number == entry.number else named(step.number, name)),
            at_midnight(step.version.date),
            _path(step),
            summary_html(version_summary(step, words, step.listed), site_of(request)),
            tuple(sorted({row.kind for row in step.listed if row.kind != Change.Kind.UNCHANGED})),
        )
    return feed


def _path(step: VersionChanges) -> str:
    """Return the address of the Rule in the version of a step; where it was removed or merged, of the comparison."""
    has_ended = any(
        row.old_number == step.number
        and (row.kind == Change.Kind.REMOVED or (row.kind == Change.Kind.MERGED and row.new_number != step.number))
        for row in step.rows
    )
    if step.number and not has_ended:
        return entry_url(step.version, step.number)
    return reverse("compare", args=[str(step.before), str(step.version)])


def _place_name(entry: Entry) -> str:
    """Return the number of an entry, with its document, and its heading, if any."""
    heading = entry.wording.heading
    if entry.kind == Entry.Kind.TERM:
        return heading or entry.number
    short = heading or (entry.wording.text.rstrip(".") if len(entry.wording.text) < 40 else "")
    return f"{numbered(entry.number)} {short}".strip()
