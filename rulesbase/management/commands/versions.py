"""List versions and their editions."""

from typing import Any

from rulesbase.api.serializers import VersionEditionsSerializer
from rulesbase.api.views.versions import EDITIONS
from rulesbase.management.output import DocumentCommand, print_table
from rulesbase.models import Version


class Command(DocumentCommand):
    """List all versions with their editions: numbered rules, examples, glossary terms, issues, SHA-256."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table or JSON."""
        versions = Version.objects.readable().prefetch_related(*EDITIONS)
        found = VersionEditionsSerializer(versions, many=True).data
        if options["json"]:
            self.print_json(found)
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
