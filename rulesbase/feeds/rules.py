"""The feeds of the rules: new versions, and a Rule with what stands below it."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from rulesbase.archive.catalogue import Catalogue
from rulesbase.core.dates import day_text
from rulesbase.feeds.atom import Feed, Item, at_midnight
from rulesbase.history.change_summary import place_path, tell, telling_html, title_of
from rulesbase.history.rule_changes import Step, steps_of, steps_of_versions, with_words
from rulesbase.models import Change, Entry

_STEPS, _OF_STEP = 30, 25
_VERSIONS, _OF_VERSION = 12, 15


# ---- Versions ----


def versions_feed(versions: Catalogue, site: str) -> Feed:
    """The newest versions in force: what each changed in substance. Six queries."""
    steps = steps_of_versions(versions, _VERSIONS)
    weighty = {step.version: [row for row in step.rows if row.weight == Change.Weight.SUBSTANCE] for step in steps}
    first = [row for rows in weighty.values() for row in rows[:_OF_VERSION]]
    words = with_words(versions, steps, first)
    items = []
    for step in steps:
        telling = tell(step, words, weighty[step.version])._replace(renumbered=0)
        items.append(
            Item(
                f"version/{step.version}",
                _version_title(step),
                at_midnight(step.version.date),
                reverse("contents", args=[str(step.version)]),
                format_html("<p>{}</p>\n", _figures(step)) + telling_html(telling, site),
            )
        )
    about = gettext("Each version when it comes into force, and what it changed.")
    return Feed("versions", gettext("New versions of the rules"), about, reverse("archive"), items)


def _version_title(step: Step) -> str:
    date = day_text(step.version.date)
    if step.version.name:
        return gettext("The rules of %(date)s (%(name)s)") % {"date": date, "name": step.version.name}
    return gettext("The rules of %(date)s") % {"date": date}


def _figures(step: Step) -> str:
    """How many rules a version added, reworded, removed, renumbered; the words of the front page's figures."""
    rows = [row for row in step.rows if row.item == "rule"]
    whole = (Change.Kind.ADDED, Change.Kind.REMOVED)
    counted = {
        "added": sum(row.kind == Change.Kind.ADDED for row in rows),
        "reworded": sum(row.weight == Change.Weight.SUBSTANCE and row.kind not in whole for row in rows),
        "removed": sum(row.kind == Change.Kind.REMOVED for row in rows),
        "renumbered": sum(row.kind in (Change.Kind.RENUMBERED, Change.Kind.MOVED) for row in rows),
    }
    said = gettext("Rules added: %(added)d, reworded: %(reworded)d, removed: %(removed)d, renumbered: %(renumbered)d.")
    return said % counted


# ---- A Rule ----


def rule_feed(versions: Catalogue, entry: Entry, site: str) -> Feed:
    """What happened to the Rule of an entry and to what stands below it. Seven queries."""
    rule = entry.rule
    assert rule is not None
    steps = [step for step in steps_of(versions, rule, most=_STEPS) if step.rows]
    words = with_words(versions, steps, (row for step in steps for row in step.told[:_OF_STEP]))
    name = place_name(entry)
    items = [
        Item(
            f"rule/{rule.public_id}/{step.version}",
            title_of(step, _named(entry, name, step)),
            at_midnight(step.version.date),
            place_path(step.version, step.number) if step.number and _stands(step) else compare_path_of(step),
            telling_html(tell(step, words, step.told), site),
            tuple(sorted({row.kind for row in step.told if row.kind != Change.Kind.UNCHANGED})),
        )
        for step in steps
    ]
    title = gettext("Changes of %(place)s") % {"place": name}
    about = gettext("What each version changed in it and below it, whatever its number.")
    return Feed(f"rule/{rule.public_id}", title, about, reverse("rule_history", args=[rule.public_id]), items)


def compare_path_of(step: Step) -> str:
    """The comparison in which a step stands."""
    return reverse("compare", args=[str(step.before), str(step.version)])


def _stands(step: Step) -> bool:
    """Whether the Rule stands in the version of a step: its own removal has no page there."""
    return not any(row.kind == Change.Kind.REMOVED and row.old_number == step.number for row in step.rows) and not any(
        row.kind == Change.Kind.MERGED and row.old_number == step.number != row.new_number for row in step.rows
    )


def place_name(entry: Entry) -> str:
    """A place in a few words: its number, and the heading of what has one."""
    heading = entry.wording.heading
    if entry.kind == Entry.Kind.TERM:
        return heading or entry.number
    short = heading or (entry.wording.text.rstrip(".") if len(entry.wording.text) < 40 else "")
    return f"{entry.number} {short}".strip()


def _named(entry: Entry, name: str, step: Step) -> str:
    if entry.kind == Entry.Kind.TERM or step.number in ("", entry.number):
        return name
    return step.number
