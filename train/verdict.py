#!/usr/bin/env python3
"""Judges the toy run of `train/test`: ends with 1 and the reason when it did not learn or lost something on its way.

    python3 train/verdict.py FOLDER

Needs the standard library only.
"""

import csv
import json
import sys
from pathlib import Path

FALL = 0.05  # of the squared value error, at least


def read(folder):
    """The results and the log of one run."""
    with open(folder / "log.csv", newline="") as file:
        return json.loads((folder / "run.json").read_text()), list(csv.DictReader(file))


def untrained_error(log):
    """The squared value error of a net that says 0 everywhere, as untrained ones do: 1 but in draws. Less noisy than the first line of a log."""
    games = [int(row["games"]) for row in log]
    return 1 - sum(float(row["draws"]) * count for row, count in zip(log, games) if count) / sum(games)


def faults(out):
    """What is wrong, a sentence each."""
    (run, log), (resumed, _), (started, started_log) = (read(out / folder) for folder in ("", "resumed", "started"))
    untrained, error = untrained_error(log), float(log[-1]["value_2x32"])
    print(f"value error {untrained:.3f} -> {error:.3f}, steps {run['steps']}, resumed {resumed['steps']}")
    if error > untrained - FALL:
        yield f"the loss did not fall: value error {untrained:.3f} -> {error:.3f}, expected {FALL} less"
    for name, summary in (("the net", run), ("the net that began with exported weights", started)):
        match = summary["results"]["large policy - random"]
        print(f"{name} against random moves: {match['score']} +- {1.96 * match['error']:.3f}")
        if match["score"] - 1.96 * match["error"] <= 0.5:
            yield f"{name} does not beat random moves: {match['score']} of {match['games']} games"
    seconds = [float(row["seconds"]) for row in log]
    if seconds != sorted(seconds) or seconds[-1] < run["arguments"]["seconds"]:
        yield f"the paused run did not go on to the end of its schedule: {seconds}"
    if resumed["steps"] <= run["steps"]:
        yield f"the resumed run did not go on: {run['steps']} steps, then {resumed['steps']}"
    if "owners_2x32" not in started_log[-1] or started["recorded_share"] >= 1:
        yield "--auxiliary and --cap were not in force"
    curve = run["curve"]
    if curve["classical"][-1]["at"] != 100 or len(curve["steps"]) != len(curve["classical"]) - 1:
        yield f"the learning curve is not whole: {[match['at'] for match in curve['classical']]}"
    page = (out / "report.html").read_text()
    if page.count("<circle") < 2 or curve["against"] not in page:
        yield "the report does not show the learning curve"


def main():
    found = list(faults(Path(sys.argv[1])))
    for fault in found:
        print(f"train/test: {fault}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
