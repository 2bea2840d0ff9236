"""Labels of card tables in the admin."""

from django.apps import apps
from django.utils.translation import override


def test_no_label_in_the_plural_is_made_by_adding_an_s() -> None:
    with override("ja"):
        labels = [str(model._meta.verbose_name_plural) for model in apps.get_app_config("cards").get_models()]
    assert [label for label in labels if label.endswith("s")] == []
