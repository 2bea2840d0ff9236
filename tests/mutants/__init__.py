"""Small faults put into the engines one at a time, to see whether their tests notice: `make mutants`.

Why not mutmut, which is well maintained: it passes over every decorated function (here most of the remembered ones) and
over all that stands outside functions (tables, patterns, defaults of dataclasses), and it knows no sample by seed.
"""
