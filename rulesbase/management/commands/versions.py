"""List versions and their editions."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulesbase.api.data import EDITIONS, version_data
from rulesbase.management.output import print_table
from rulesbase.models import Version


def _described() -> list[dict[str, Any]]:
    """Every version that has an edition, oldest first, in three queries."""
    return [version_data(version) for version in Version.objects.readable().prefetch_related(*EDITIONS)]


class Command(BaseCommand):
    """``versions``"""

    help = "List all versions with their editions: numbered rules, examples, glossary terms, issues, SHA-256."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Only --json."""
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table or JSON."""
        found = _described()
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1))
            return
        rows = [
            [
                version["version"] + (" (sample)" if version["sample"] else ""),
                edition["language"],
                "whole" if edition["complete"] else "part",
                *(str(edition[count]) for count in ("entries", "examples", "glossary", "issues")),
                edition["sha256"][:12],
            ]
            for version in found
            for edition in version["editions"]
        ]
        if not rows:
            self.stdout.write("No version has been imported yet: manage.py import_rules PATH")
            return
        print_table(self.stdout, ["version", "language", "is", "rules", "examples", "terms", "issues", "sha256"], rows)
