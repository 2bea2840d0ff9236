"""The sample's questions: invented like its rules and cards, so that a machine without any shows every feature."""

from django.db import transaction

from rulesbase.imports.sample import FOLDER
from rulesbase.models import Version, WrittenQuestion, WrittenRevision
from rulesbase.study.authored.actions import publish
from rulesbase.study.authored.json_file import read_json, take_in

FILE = FOLDER / "questions.json"


def load_sample_questions() -> int:
    """Take in and publish the sample's questions where the sample's rules are all there is; how many, else 0."""
    with transaction.atomic():
        if WrittenQuestion.objects.exists() or not Version.objects.exists():
            return 0
        if Version.objects.filter(is_sample=False).exists():
            return 0
        taken = take_in(read_json(FILE.read_bytes()), None)
        for row in WrittenRevision.objects.select_related("written"):
            publish(row.written, row.number, None)
    return taken.new
