"""Deep calls map no memory again and again."""

from resource import RUSAGE_SELF, getrusage

from rulesbase.web.call_stack import with_large_stack


def _faults_at(depth: int) -> int:
    """Return the page faults of 200 calls at a depth of the stack."""
    if depth:
        return _faults_at(depth - 1)
    before = getrusage(RUSAGE_SELF).ru_minflt
    for number in range(200):
        _add(number, number)
    return getrusage(RUSAGE_SELF).ru_minflt - before


def _add(one: int, other: int) -> int:
    return one + other


@with_large_stack
def _most_faults() -> int:
    return max(_faults_at(depth) for depth in range(400))


def test_calls_at_no_depth_map_memory_each_time() -> None:
    assert _most_faults() < 100
