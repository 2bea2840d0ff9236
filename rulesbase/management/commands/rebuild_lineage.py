"""Compute the whole lineage again."""

import time
from typing import Any

from rulesbase.core.number_format import counted
from rulesbase.engine.documents import COMPREHENSIVE_RULES, document_active
from rulesbase.lineage.corrections import effects, rebuild
from rulesbase.management.output import DocumentCommand, bar
from rulesbase.management.study_progress import update_study_if_changed
from rulesbase.models import Correction


class Command(DocumentCommand):
    """Compute again which rule of each version is which of the version before, with the curators' corrections.

    Public ids of rules stay. Corrections without effect are listed. Example: manage.py rebuild_lineage --json
    """

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild in one transaction; readers see the old lineage until it is done. Then study follows its rules."""
        started = time.perf_counter()
        with bar("Linking", self.stderr) as advance:
            steps = rebuild(advance)
        seconds = time.perf_counter() - started
        with document_active(COMPREHENSIVE_RULES):
            update_study_if_changed(None, self.stderr)
        rows = list(Correction.objects.in_force())
        effect = effects(rows)
        idle = [row for row in rows if not effect[row.pk]]
        if options["json"]:
            without = [
                {"verb": row.verb, "old": row.old_place, "new": row.new_place, "reason": row.reason} for row in idle
            ]
            counts = {"steps": steps, "seconds": round(seconds, 3), "corrections": len(rows)}
            self.print_json({**counts, "without_effect": without})
            return
        self.stdout.write(
            f"{counted(steps, 'step', 'steps')} linked in {seconds:.1f} s, "
            f"{counted(len(rows), 'correction', 'corrections')} in force."
        )
        for row in idle:
            self.stdout.write(f"Without effect, because a number was not found: {row}")
