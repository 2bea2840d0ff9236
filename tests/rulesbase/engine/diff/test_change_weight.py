"""What is no change of substance: stray signs, and files that were read in another system's encoding."""

import pytest

from rulesbase.engine.diff.change_weight import weight_of


@pytest.mark.parametrize(
    ("old", "new", "weight"),
    [
        ("The bell rings ; the tide turns .", "The bell rings; the tide turns.", "typography"),
        ("The bell rings ; see rule 201.3.", "The bell rings; see rule 201.4.", "references"),
        ("Bells ring (see rule 201, “Bells”).", "Bells ring (see rule 201.4).", "references"),
        ("See rule 201.3, “Bells,” and rule 9.", "See rule 305.1, “Gongs,” and rule 9.", "references"),
        ("The Lantern_(TM) list", "The Lantern(TM) list", "typography"),
        ("The LanternT list", "The Lantern™ list", "typography"),
        ("Light {T} lanterns.", "Light {Q} lanterns.", "substance"),
        ("Two T lanterns", "Two lanterns", "substance"),
        ("Dandƒn, Juz\xa0m and others of the Nights™", "Dandân, Juzám and others of the Nights", "typography"),
        ("The boats of Dandƒn rest.", "The boats of Dandân rust.", "substance"),
        ("Dandân and Juzám", "Dandûn and Juzám", "substance"),
    ],
)  # fmt: skip
def test_weight(old: str, new: str, weight: str) -> None:
    assert weight_of(old, new) == weight_of(new, old) == weight
