"""Tests; tests/bench is timed apart by `make bench`."""
