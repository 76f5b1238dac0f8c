"""Runs every benchmark beside this file: ``python -m tests.benchmarks [NAME…]``. Each prints figures and ratios; none asserts a time."""

import importlib
import sys
from pathlib import Path

found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
wanted = [f"bench_{name.removeprefix('bench_')}" for name in sys.argv[1:]] or found
for name in wanted:
    print(f"\n== {name.removeprefix('bench_')} ==", flush=True)
    importlib.import_module(f"tests.benchmarks.{name}").main()
