"""Update study from commands that change rules."""

from django.core.management.base import OutputWrapper

from rulesbase.core.number_format import counted
from rulesbase.management.output import bar
from rulesbase.study.update import UpdateResult, is_up_to_date, newest_texts, update_study


def update_study_if_changed(before: tuple[tuple[int, int | None] | None, ...] | None, stderr: OutputWrapper) -> None:
    """Update study if an import changed the newest texts; ``before`` are those before it (see `newest_texts`).

    Also update it if an earlier import was interrupted before it did. Write the result to ``stderr``: standard output
    is for the report of the import.
    """
    if newest_texts() == before and is_up_to_date():
        return
    with bar("Making questions", stderr) as advance:
        updated = update_study(progress=advance)
    if updated and updated.made.kinds:
        stderr.write(update_summary(updated), lambda text: text)


def update_summary(updated: UpdateResult | None) -> str:
    """Return the result of the update as a sentence."""
    if updated is None or not updated.made.kinds:
        return "There is no complete English text in force to make questions from."
    made, followed = updated.made, updated.followed
    return (
        f"Study: {counted(sum(made.kinds.values()), 'question', 'questions')} in "
        f"{counted(made.decks, 'deck', 'decks')} from {made.version} "
        f"({made.new} new, {made.refreshed} refreshed, {made.retired + followed.retired} retired); "
        f"{followed.renumbered} with a renumbered rule, {followed.changed} with a reworded rule, "
        f"{counted(followed.back, 'card', 'cards')} due again. {made.seconds:.1f} s."
    )
