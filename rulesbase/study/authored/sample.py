"""Written questions of the sample, invented like its rules and cards."""

from django.db import transaction

from rulesbase.imports.sample import FOLDER
from rulesbase.models import Version, WrittenQuestion, WrittenRevision
from rulesbase.study.authored.actions import publish
from rulesbase.study.authored.json_file import read_json, take_in

FILE = FOLDER / "questions.json"


def load_sample_questions() -> int:
    """Store and publish the sample's questions if there are only the sample's rules; return how many."""
    with transaction.atomic():
        if WrittenQuestion.objects.exists() or not Version.objects.exists():
            return 0
        if Version.objects.filter(is_sample=False).exists():
            return 0
        taken = take_in(read_json(FILE.read_bytes()), None)
        for row in WrittenRevision.objects.select_related("written"):
            publish(row.written, row.number, None)
    return taken.new
