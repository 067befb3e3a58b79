#!/usr/bin/env python3
"""The learning curve of a run in the product's own search: plays the checkpoints of its folder through `luozi match`.

    python3 train/curve.py runs/reversi --luozi target/release/luozi

Every checkpoint plays a fixed classical preset, and the checkpoint before it. Both sides think a fixed number of visits and
the openings come from a fixed seed, so neither the machine nor its load changes a result. Matches are kept in the folder
`curve` and go on where they were stopped; the results are added to `run.json`, and `report.html` is drawn again. Needs the standard
library only.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import report

# What a net of each game is measured against: the strongest preset without a net. Shipped nets at 100 visits were 5 - 2 with a draw
# in Connect Four, 8 - 0 in NoGo and 2 - 2 in Reversi.
CLASSICAL = {
    "connect4": "luozi:mcgs,visits=1000",
    "nogo": "luozi:classic-nogo,visits=4000",
    "reversi": "luozi:pattern-reversi,visits=100",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of a finished run of train.py")
    parser.add_argument("--luozi", type=Path, default=Path("target/release/luozi"), help="the program")
    parser.add_argument("--against", help="a player of `luozi match` that never changes; by default one for each game")
    parser.add_argument("--visits", type=int, default=100, help="of the nets, for every move")
    parser.add_argument("--games", type=int, default=100, help="of every match, in pairs that share an opening")
    parser.add_argument("--openings", default="random:6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count(), help="games at once")
    args = parser.parse_args()
    if not (args.folder / "run.json").is_file():
        parser.error(f"{args.folder} has no run.json: expected the folder of a finished run of train.py")
    if not os.access(args.luozi, os.X_OK):
        parser.error(f"--luozi {args.luozi}: no such program; build it with `cargo build --release`")
    return args


class Curve:
    """The matches of one run."""

    def __init__(self, args):
        self.args, self.summary = args, json.loads((args.folder / "run.json").read_text())
        self.game = self.summary["arguments"]["game"]
        self.against = args.against or CLASSICAL[self.game]
        name = f"{self.game}-{self.summary['arguments']['large']}-???.net"
        self.checkpoints = sorted((args.folder / "checkpoints").glob(name))
        if not self.checkpoints:
            sys.exit(f"curve.py: {args.folder} has no checkpoints/{name}: expected those that train.py writes")

    def player(self, checkpoint):
        """The player of a checkpoint, as seen from the run's folder."""
        return f"luozi:net-{self.game},weights={checkpoint.relative_to(self.args.folder)},visits={self.args.visits}"

    def match(self, first, second, files):
        """Score and Elo of `first` with their intervals. The record of a match is named by all that its games depend on."""
        args = self.args
        command = ["match", first, second, "--game", self.game, "--games", str(args.games), "--openings", args.openings,
                   "--seed", str(args.seed), "--time", "600s"]
        parts = [*map(str.encode, command), *(file.read_bytes() for file in [args.luozi, *files])]
        name = hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
        record = args.folder / "curve" / f"{name}.db"
        record.parent.mkdir(exist_ok=True)
        command += ["--db", f"curve/{record.name}", "--concurrency", str(args.concurrency), "--json"]
        command += ["--resume"] if record.exists() else []
        run = subprocess.run([args.luozi.resolve(), *command], cwd=args.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode:
            sys.exit(f"curve.py: luozi {' '.join(command)} failed:\n{run.stderr}")
        told = json.loads(run.stdout.splitlines()[-1])
        elo = told["elo"]
        print(f"{first} - {second}: +{told['wins']} ={told['draws']} -{told['losses']}", flush=True)
        return dict(wins=told["wins"], draws=told["draws"], losses=told["losses"], pairs=told["pairs"],
                    score=told["score"]["estimate"], elo=elo["estimate"], low=elo["low"], high=elo["high"])

    def play(self):
        """All matches, the youngest checkpoints first, and after each one the page."""
        classical, steps = [], []
        percent = lambda checkpoint: int(checkpoint.stem[-3:])
        for at in reversed(range(len(self.checkpoints))):
            this = self.checkpoints[at]
            classical.insert(0, dict(at=percent(this), **self.match(self.player(this), self.against, [this])))
            if at:
                older = self.checkpoints[at - 1]
                found = self.match(self.player(this), self.player(older), [this, older])
                steps.insert(0, dict(at=percent(this), over=percent(older), **found))
            self.write(classical, steps)

    def write(self, classical, steps):
        """Adds the results so far to the run."""
        args = self.args
        self.summary["curve"] = dict(against=self.against, visits=args.visits, games=args.games, openings=args.openings,
                                     seed=args.seed, classical=classical, steps=steps)
        temporary = args.folder / "run.tmp"
        temporary.write_text(json.dumps(self.summary, indent=1))
        temporary.rename(args.folder / "run.json")
        report.write(args.folder)


if __name__ == "__main__":
    Curve(arguments()).play()
