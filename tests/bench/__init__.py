"""Times of the main jobs beside yardsticks of the same run: `python -m tests.bench`, see docs/bench.md."""
