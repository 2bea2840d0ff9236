"""What else is brought to a new version with the decks: parts of the program say so by `register` when it starts."""

from collections.abc import Callable, Mapping

from rulesbase.models import Version

# Takes the newest version in force and returns a count to be told.
Verb = Callable[[Version], int]
_verbs: dict[str, Verb] = {}


def register(name: str, verb: Verb) -> None:
    """Add a verb, whose count is told under this name. Raises ValueError where there is one of that name."""
    if name in _verbs:
        raise ValueError(f"{name!r} is brought to new versions already")
    _verbs[name] = verb


def bring(version: Version) -> Mapping[str, int]:
    """Do all of it; the counts by name."""
    return {name: verb(version) for name, verb in _verbs.items()}
