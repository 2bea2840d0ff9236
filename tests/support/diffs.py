"""Texts rebuilt from the operations of a difference."""

from collections.abc import Iterable

from rulesbase.engine.diff.texts import Op, OpKind


def apply(old: str, new: str, ops: Iterable[Op]) -> str:
    """Return the newer text, rebuilt from the older one and the operations."""
    parts = []
    for op in ops:
        if op.kind is OpKind.EQUAL:
            parts.append(old[slice(*op.old)])
        elif op.kind not in (OpKind.DELETE, OpKind.MOVE_OUT):
            parts.append(new[slice(*op.new)])
    return "".join(parts)
