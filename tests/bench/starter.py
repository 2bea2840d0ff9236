"""Runs the program given as arguments; writes seconds, CPU seconds and peak bytes as JSON to stderr.

A small process of its own: Linux counts the memory of the parent process as the first peak of the child.
"""

import json
import os
import subprocess
import sys
import time


def main() -> int:
    """Return the exit code of the program."""
    started = time.perf_counter()
    # wait4 gives the figures of this one child.
    child = subprocess.Popen(sys.argv[1:])
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    took = {
        "seconds": time.perf_counter() - started,
        "cpu_seconds": used.ru_utime + used.ru_stime,
        "peak": used.ru_maxrss * unit,
    }
    sys.stderr.write("\n" + json.dumps(took) + "\n")
    return child.returncode


if __name__ == "__main__":
    sys.exit(main())
