"""View of the desk API on the token: its owner and their rights."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.accounts.roles import CURATE, EDIT, REVIEW, TRANSLATE, languages_of
from rulesbase.api.desk.base import DeskApi
from rulesbase.api.desk.serializers import DeskRootSerializer
from rulesbase.desk.targets import desk_languages


class DeskRoot(DeskApi):
    """The owner of the token and their rights at the desk."""

    response_serializer, operation_id = DeskRootSerializer, "deskDoor"

    def get(self, request: Request) -> Response:
        known = desk_languages(self.versions)
        over = self.token.expires_at
        data = {
            "user": self.user.get_username(),
            "token": self.token.name,
            "scope": self.token.scope,
            "good_until": over.isoformat() if over else None,
            "curates": self.user.has_perm(CURATE),
            "translates": languages_of(self.user, TRANSLATE, known),
            "reviews": languages_of(self.user, REVIEW, known),
            "edits": languages_of(self.user, EDIT, known),
            "four_eyes": settings.FOUR_EYES,
        }
        return self.one(data)
