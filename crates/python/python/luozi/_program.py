"""The program ``luozi``, which comes with the package.

The arena starts this file again, by its path and without the rest of the package, to look after every bot that has a
process of its own; so it imports nothing that takes time.
"""

from __future__ import annotations

import os
import sys

__all__ = ["again", "main"]


def again() -> list[str]:
    """The command that leads back here."""
    return [sys.executable, "-I", "-S", os.path.abspath(__file__)]


def main() -> int:
    """Runs the program with the arguments of this process; gives its exit code."""
    if __package__:
        from ._native import _run

        return _run(["luozi", *sys.argv[1:]], again())
    from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native")
    path = next(beside + suffix for suffix in EXTENSION_SUFFIXES if os.path.exists(beside + suffix))
    spec = spec_from_file_location("_native", path, loader=ExtensionFileLoader("_native", path))
    assert spec is not None and spec.loader is not None
    native = module_from_spec(spec)
    spec.loader.exec_module(native)
    status: int = native._run(["luozi", *sys.argv[1:]], again())
    return status


if __name__ == "__main__":
    sys.exit(main())
