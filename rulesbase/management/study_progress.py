"""Update study from commands that change rules."""

from django.core.management.base import OutputWrapper

from rulesbase.management.output import bar
from rulesbase.study.update import UpdateResult, follows, newest_text, update


def follow_newest(before: tuple[tuple[int, int | None] | None, ...] | None, stderr: OutputWrapper) -> None:
    """Bring study to the newest version in force where that is another text than ``before`` (see `newest_text`).

    So too where it does not follow the newest yet: an import that was cut off behind its last file is run again to be
    finished. What it came to goes where progress goes: standard output is for what was imported.
    """
    if newest_text() == before and follows():
        return
    with bar("Making questions", stderr) as advance:
        updated = update(progress=advance)
    if updated and updated.made.kinds:
        stderr.write(sentence(updated), lambda text: text)


def sentence(updated: UpdateResult | None) -> str:
    """Return the result of the update as a sentence."""
    if updated is None or not updated.made.kinds:
        return "There is no complete English text in force to make questions from."
    made, followed = updated.made, updated.followed
    return (
        f"Study: {sum(made.kinds.values())} questions in {made.decks} decks from {made.version} "
        f"({made.new} new, {made.refreshed} refreshed, {made.retired + len(followed.retired)} retired); "
        f"{followed.renumbered} with a renumbered rule, {len(followed.changed)} with a reworded rule, "
        f"{followed.back} cards due again. {made.seconds:.1f} s."
    )
