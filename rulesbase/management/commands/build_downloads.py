"""Build the download files."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from rulesbase.archive.catalogue import NotFound
from rulesbase.archive.lookup import version_named
from rulesbase.core.number_format import counted
from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.downloads.archive_zip import build_bundle
from rulesbase.downloads.storage import StoredFile
from rulesbase.management.output import bar, command_errors, print_table
from rulesbase.models import Edition


class Command(BaseCommand):
    """Build the download files of the latest version or of the given ones, in every language and format.

    Files that are current are not built again; outdated ones are removed. Example: manage.py build_downloads --all
    --bundle
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("dates", nargs="*", metavar="DATE", help="2011-09-30, any day, or latest (the default)")
        parser.add_argument("--all", action="store_true", help="every version in every language")
        parser.add_argument("--bundle", action="store_true", help="the whole archive in one ZIP")

    def handle(self, *args: Any, **options: Any) -> None:
        """Build the files, print them, and delete old ones."""
        if options["all"] and options["dates"]:
            raise CommandError("Give dates, or --all, not both.")
        started = time.perf_counter()
        made: list[StoredFile] = []
        if options["all"] or options["dates"] or not options["bundle"]:
            made += self._editions(self._chosen(options["all"], options["dates"] or ["latest"]))
        if options["bundle"]:
            with bar("Packing", self.stderr) as advance:
                made.append(build_bundle(advance))
        rows = [(file.name, filesizeformat(file.size).replace("\xa0", " "), file.sha256) for file in made]
        print_table(self.stdout, ["file", "size", "sha256"], rows)
        editions, kinds = Edition.objects.select_related("version"), downloads_build.FORMATS.values()
        current = {downloads_build.file_name(edition, kind) for edition in editions for kind in kinds}
        removed = downloads_storage.remove_outdated(current | {downloads_build.BUNDLE})
        self.stdout.write(
            f"{counted(len(made), 'file is', 'files are')} ready, {counted(removed, 'old one', 'old ones')} removed, "
            f"in {time.perf_counter() - started:.1f} s."
        )

    def _chosen(self, every: bool, dates: list[str]) -> list[Edition]:
        editions = Edition.objects.select_related("version").order_by("version__date", "language")
        if every:
            return list(editions)
        with command_errors(NotFound):
            versions = [version_named(date) for date in dates]
        return list(editions.filter(version__in=versions))

    def _editions(self, editions: list[Edition]) -> list[StoredFile]:
        kinds = list(downloads_build.FORMATS.values())
        made: list[StoredFile] = []
        with bar("Building", self.stderr) as advance:
            for edition in editions:
                made += (downloads_build.ensure_file(edition, kind) for kind in kinds)
                advance(len(made), len(editions) * len(kinds))
        return made
