"""Finds the places of a module where a fault can be put, and puts it there."""

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.mutants.operators import Swap, swaps

ROOT = Path(__file__).resolve().parents[2]

# Signs of types: no program runs differently for what stands in their brackets.
_GENERIC = set(
    "tuple list dict set frozenset type Callable Iterable Iterator Sequence Mapping Generator Counter".split()
)
# Fields that hold no behaviour, or none but that of memory and speed (decorators).
_PASSED_OVER = {"annotation", "returns", "decorator_list", "type_comment", "ctx", "msg", "type_params"}
_HEADLESS = {"body", "orelse", "finalbody", "handlers", "cases"}


@dataclass(frozen=True)
class Site:
    """A fault and where it is: the node, the statement around it, the functions and classes around that."""

    node: ast.AST
    swap: Swap
    statement: ast.stmt
    owners: tuple[ast.AST, ...]

    @property
    def place(self) -> str:
        names = [getattr(owner, "name", "lambda") for owner in self.owners]
        return ".".join(names)

    @property
    def function(self) -> ast.FunctionDef | None:
        """The function in whose body the statement stands; None for what runs when the module is imported."""
        around = [owner for owner in self.owners if isinstance(owner, ast.FunctionDef)]
        return around[0] if around else None

    def put(self, what: object) -> None:
        """Put the fault, or what stood there, into the tree."""
        if self.swap.at is None:
            setattr(self.node, self.swap.field, what)
        else:
            getattr(self.node, self.swap.field)[self.swap.at] = what

    def lines(self) -> range:
        """The lines of the statement, of one with a body the lines of its head."""
        last = self.statement.end_lineno or self.statement.lineno
        body = getattr(self.statement, "body", None) or getattr(self.statement, "cases", None)
        if body:
            first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
            last = max(self.statement.lineno, first.lineno - 1)
        return range(self.statement.lineno, last + 1)


@dataclass(frozen=True)
class Mutant:
    """A fault by its number in a file of the project; what names it does not change with the lines around."""

    path: str
    at: int
    kind: str
    line: int
    place: str
    before: str
    after: str
    name: str


def sites(tree: ast.Module) -> list[Site]:
    """Return all faults that can be made in a module, in the order of the text."""
    found: list[Site] = []
    for statement in tree.body:
        _collect(statement, statement, (), found)
    return found


def mutated(source: str, at: int) -> ast.Module:
    """Return the module with its fault number `at`."""
    tree = ast.parse(source)
    site = sites(tree)[at]
    if isinstance(site.swap.new, ast.AST):
        ast.copy_location(site.swap.new, site.node if hasattr(site.node, "lineno") else site.statement)
    site.put(site.swap.new)
    return ast.fix_missing_locations(tree)


@cache
def source_of(path: str) -> str:
    """Return a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def sites_of(path: str) -> list[Site]:
    """Return all faults that can be made in a file of the project."""
    return sites(ast.parse(source_of(path)))


def mutants(wanted: list[tuple[str, int]]) -> list[Mutant]:
    """Return the faults of these numbers in these files, with their differences."""
    found: list[Mutant] = []
    names: set[str] = set()
    for path, at in sorted(wanted):
        site = sites_of(path)[at]
        before, after = _difference(site)
        result, repeated = f"{path} {site.place} {before} {after}", 0
        while (name := hashlib.sha256(f"{result} {repeated}".encode()).hexdigest()[:10]) in names:
            repeated += 1
        names.add(name)
        found.append(Mutant(path, at, site.swap.kind, site.statement.lineno, site.place, before, after, name))
    return found


def _collect(node: ast.AST, statement: ast.stmt, owners: tuple[ast.AST, ...], found: list[Site]) -> None:
    if _is_no_behaviour(node):
        return
    # A default is made where the function is defined, and its fault is seen where the function runs.
    inside = isinstance(node, ast.FunctionDef | ast.ClassDef)
    within = (*owners, node) if inside else owners
    found += [Site(node, swap, _around(node, swap, statement), within) for swap in _stored(node)]
    for child in _children(node):
        if isinstance(child, ast.stmt):
            _collect(child, child, within, found)
        else:
            _collect(child, statement, within, found)


def _stored(node: ast.AST) -> Iterator[Swap]:
    for swap in swaps(node):
        part = swap.part_of(node)
        if swap.field not in _PASSED_OVER and not (isinstance(part, ast.AST) and _is_no_behaviour(part)):
            yield swap


def _around(node: ast.AST, swap: Swap, statement: ast.stmt) -> ast.stmt:
    """The statement that changes: of a statement left out that one, not the one whose body it stands in."""
    part = swap.part_of(node)
    return part if isinstance(part, ast.stmt) else statement


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for field, value in ast.iter_fields(node):
        if field in _PASSED_OVER:
            continue
        for child in value if isinstance(value, list) else [value]:
            # Of a text with values in it the values are looked at.
            if isinstance(child, ast.AST) and not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
                yield child


def _is_no_behaviour(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Subscript(value=ast.Name(id=name)):
            return name in _GENERIC
        case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "NewType")):
            return True
        case ast.keyword(arg="strict"):
            return True
    return False


def _difference(site: Site) -> tuple[str, str]:
    """The statement before and after, without a body."""
    before, was = _head(site.statement), site.swap.part_of(site.node)
    site.put(site.swap.new)
    new = site.swap.new if was is site.statement else None
    after = _head(new if isinstance(new, ast.stmt) else site.statement)
    site.put(was)
    return before, after


def _head(statement: ast.stmt) -> str:
    if not any(getattr(statement, field, None) for field in _HEADLESS):
        return ast.unparse(statement)
    head = copy.copy(statement)
    for field in _HEADLESS & set(head._fields):
        setattr(head, field, [ast.Pass()] if field == "body" else [])
    if isinstance(head, ast.FunctionDef | ast.ClassDef):
        head.decorator_list = []
    return ast.unparse(head).removesuffix("pass").rstrip()
