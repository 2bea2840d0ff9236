"""Load the sample into an empty database."""

from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.core.card_interface import cards as card_source
from rulesbase.imports.sample import load_sample
from rulesbase.models import Version
from rulesbase.study.authored.files import load_sample_questions


class Command(BaseCommand):
    """Load the sample (small texts and cards of our own, not the rules) if the database has no rules; sample cards are
    never mixed with real rules.
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, or print why not."""
        editions = load_sample()
        real = Version.objects.filter(is_sample=False).exists()
        cards = 0 if real else card_source().load_sample()
        questions = 0 if real else load_sample_questions()
        counts = {"editions": editions, "cards": cards, "questions": questions}
        parts = [f"{number} {word}" for word, number in counts.items() if number]
        loaded = " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
        self.stdout.write(f"Sample loaded: {loaded}." if loaded else "The database has texts; no sample loaded.")
