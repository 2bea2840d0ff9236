"""Mutants of the engines, one at a time, to see whether their tests notice: `make mutants`.

mutmut is well maintained, but it passes over every decorated function (here most of the cached ones) and over all code
outside functions (tables, patterns, defaults of dataclasses), and it has no sample by seed.
"""
