"""``python -m luozi`` is the program ``luozi``."""

from __future__ import annotations

import sys

from ._program import main

sys.exit(main())
