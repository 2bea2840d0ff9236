"""What can be put in the place of a piece of a program: small faults that a person could have made."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}


class Swap(NamedTuple):
    """One fault: `field` of the node it was found at (its part `at`, of a list) becomes `new`."""

    kind: str
    field: str
    at: int | None
    new: object

    def part_of(self, node: ast.AST) -> object:
        """Return what the fault replaces."""
        part = getattr(node, self.field)
        return part if self.at is None else part[self.at]


def swaps(node: ast.AST) -> Iterator[Swap]:
    """Yield the faults that can be made directly at a node, always in the same order."""
    for way in (_operators, _conditions, _values, _slices, _children):
        yield from way(node)


def _operators(node: ast.AST) -> Iterator[Swap]:
    match node:
        case ast.Compare():
            for at, one in enumerate(node.ops):
                yield Swap("comparison", "ops", at, _COMPARED[type(one)]())
        case ast.BinOp() | ast.AugAssign() if type(node.op) in _COUNTED:
            yield Swap("arithmetic", "op", None, _COUNTED[type(node.op)]())
        case ast.BoolOp():
            yield Swap("boolean", "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.Call(func=ast.Name(id=name)) if name in _CALLED:
            other = ast.Name(_CALLED[name], ast.Load())
            yield Swap("boolean" if name in ("any", "all") else "comparison", "func", None, other)


def _conditions(node: ast.AST) -> Iterator[Swap]:
    match node:
        case ast.If() | ast.IfExp():
            yield Swap("condition", "test", None, ast.Constant(True))
            yield Swap("condition", "test", None, ast.Constant(False))
        case ast.While() if not isinstance(node.test, ast.Constant):
            yield Swap("condition", "test", None, ast.Constant(False))
        case ast.comprehension():
            for at in range(len(node.ifs)):
                yield Swap("condition", "ifs", at, ast.Constant(True))
        case ast.match_case(guard=ast.AST()):
            yield Swap("condition", "guard", None, None)


def _values(node: ast.AST) -> Iterator[Swap]:
    match node:
        case ast.Return(value=ast.AST()) if not isinstance(node.value, ast.Constant):
            yield Swap("return", "value", None, ast.Constant(None))
        case ast.Assign(value=ast.AST()) | ast.AnnAssign(value=ast.AST()) if not isinstance(node.value, ast.Constant):
            yield Swap("statement", "value", None, ast.Constant(None))
        case ast.arguments():
            for at, default in enumerate(node.defaults):
                if not isinstance(default, ast.Constant):
                    yield Swap("default", "defaults", at, ast.Constant(None))
            for at, keyword in enumerate(node.kw_defaults):
                if keyword is not None and not isinstance(keyword, ast.Constant):
                    yield Swap("default", "kw_defaults", at, ast.Constant(None))
        case ast.Constant():
            other = _another(node.value)
            if other is not None:
                yield Swap("constant", "value", None, other)


def _slices(node: ast.AST) -> Iterator[Swap]:
    if isinstance(node, ast.Slice):
        for field in ("lower", "upper", "step"):
            if getattr(node, field) is not None:
                yield Swap("slice", field, None, None)


def _children(node: ast.AST) -> Iterator[Swap]:
    """Statements left out, and signs taken away: here the parent's field changes."""
    for field, value in ast.iter_fields(node):
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            match child:
                case ast.Expr(value=ast.Constant()):
                    pass
                case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
                    yield Swap("statement", field, at, ast.Pass())
                case ast.Continue():
                    yield Swap("statement", field, at, ast.Break())
                case ast.Break():
                    yield Swap("statement", field, at, ast.Continue())
                case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
                    yield Swap("boolean" if isinstance(child.op, ast.Not) else "arithmetic", field, at, child.operand)


def _another(value: object) -> object:
    """Return another constant of the same type, None where there is none worth trying."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"XX{value}XX" if value else "XX"
        case bytes():
            return b"XX" + value
    return None
