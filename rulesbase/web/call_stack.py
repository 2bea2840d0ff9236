"""Memory for the frames of deep calls, such as those of templates in templates."""

import sys
from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

# In words of eight bytes. Python maps the next power of two, so half of that is left for the calls below: 700 or more.
_FRAME = 17_000


def with_large_stack(function: Function) -> Function:
    """Give a function, to use as a decorator, a frame so large that all calls below it share one piece of memory.

    Python maps frames in pieces of 16 kB and unmaps a piece when its first call returns. A loop at such a depth maps
    memory for every call, which took half of the time of some pages. Python 3.13 keeps the last piece:
    https://github.com/python/cpython/issues/142183
    """
    if sys.version_info < (3, 13):
        function.__code__ = function.__code__.replace(co_stacksize=_FRAME)
    return function
