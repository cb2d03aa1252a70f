"""How a loop becomes a kernel: compiled on first call, kept on disk, run without the interpreter's lock.

Holds no loop itself and compiles nothing when imported.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

Function = TypeVar("Function", bound=Callable[..., Any])
Scalar = TypeVar("Scalar", bound=np.generic)

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}  # which checks no division for 0; there is none
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "forceinline": True}


class KernelCache(FunctionCache):
    """numba's cache of a function; it loads what is compiled without importing all that numba can compile.

    A process that compiles nothing starts in 0.1 s less. What has to be compiled after all imports that first: numba's
    compiler does so itself. These names of numba are private; `tests/kernels/test_jit.py` checks that they hold.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the kernel for a signature, None where there is none."""
        rtsys.initialize(target_context)  # what kernels take memory with
        untyped: Any = self
        with untyped._guard_against_spurious_io_errors():  # noqa: SLF001  # as numba's own method does
            return untyped._load_overload(sig, target_context)  # noqa: SLF001  # the same


def kernel(function: Function) -> Function:
    """Compile `function` with numba on its first call, and keep it on disk when any folder will have it.

    numba refuses at once to cache where it finds no writable folder; such a process compiles at each start instead.
    """
    try:
        compiled = numba.njit(function, cache=True, **OPTIONS)
    except RuntimeError:
        compiled = numba.njit(function, **OPTIONS)
    else:
        make: Callable[[Function], Any] = KernelCache
        compiled._cache = make(function)  # noqa: SLF001  # numba has no other place for it
    return cast("Function", compiled)


def part(function: Function) -> Function:
    """Let kernels alone call `function`: it is compiled into them, in a quarter less time than one kernel more."""
    return cast("Function", numba.njit(function, **OPTIONS, **INNER))


def reading(array: npt.ArrayLike, dtype: type[Scalar] | np.dtype[Scalar]) -> npt.NDArray[Scalar]:
    """A contiguous read-only view (a copy only where dtype or strides ask for one).

    numba compiles anew for a read-only argument, and arrays over received bytes are read-only; giving kernels nothing
    else to read keeps them at one compilation each.
    """
    view = np.ascontiguousarray(array, dtype).view()
    view.flags.writeable = False
    return view


def runs(offsets: npt.ArrayLike, size: int) -> npt.NDArray[np.int64]:
    """Offsets of runs in an array of `size` elements, int64[n + 1], read-only; ValueError where they would leave it.

    Kernels check no bounds, so whoever hands them offsets of others checks these first.
    """
    checked = reading(offsets, np.int64)
    if len(checked) == 0 or checked[0] < 0 or checked[-1] > size or (checked[1:] < checked[:-1]).any():
        raise ValueError(f"offsets that do not rise from 0 to {size}")
    return checked
