"""Load: the real server under a realistic mix of visits, `make load`; see docs/load.md."""
