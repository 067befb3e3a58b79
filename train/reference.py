#!/usr/bin/env python3
"""Writes what a net should say about some positions, for the tests of `crates/eval`.

    python3 train/reference.py crates/eval/weights/nogo-6x64.net "nogo" > crates/eval/tests/data/nogo-6x64.txt

Reads the weights file, plays random games through the rules filter (`train/native/rules.cpp`), and evaluates the planes
with PyTorch in double precision on the whole canvas. A line out is `game : moves ; value ; move:logit ...`.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

import weights

NATIVE = Path(__file__).parent / "native"


class Filter:
    """The rules filter: positions of a game given as a line."""

    def __init__(self):
        self.program = Path(tempfile.mkdtemp()) / "rules"
        subprocess.run(["c++", "-std=c++17", "-O2", "-o", self.program, NATIVE / "rules.cpp"], check=True)

    def last(self, line):
        """Candidates and planes of the last position; no candidates once the game is over or decided."""
        output = subprocess.run([self.program], input=line + "\n", capture_output=True, text=True, check=True).stdout
        _, _, candidates, verdict, planes, _ = output.splitlines()[-1].split(";")
        bits = torch.tensor([[int(c) for c in plane] for plane in planes.split()], dtype=torch.float64)
        return ([int(c) for c in candidates.split()] if verdict.strip() == "-" else []), bits


def policy_cell(header, planes, move):
    """Where the policy of a move is read: in Connect Four at the candidate cell of the column."""
    if header["game"] != 1:
        return move if move < header["rows"] * header["cols"] else 0
    column = planes[15].view(header["rows"], header["cols"])[:, move]
    return int(column.nonzero()[0]) * header["cols"] + move


def main():
    header, net = weights.decode(Path(sys.argv[1]).read_bytes())
    net.double()
    rules, rng = Filter(), random.Random(7)
    for board in sys.argv[2:]:
        moves, target = [], rng.randrange(4, 30)
        while True:
            line = f"{board} : {' '.join(map(str, moves))}"
            candidates, planes = rules.last(line)
            if not candidates:
                moves, target = [], rng.randrange(4, 30)
                continue
            if len(moves) == target:
                break
            moves.append(rng.choice(candidates))
        canvas = planes.t().reshape(1, header["rows"], header["cols"], header["planes"])
        with torch.no_grad():
            logits, value = net(canvas)
        said = " ".join(f"{m}:{logits[0, policy_cell(header, planes, m)]:.4f}" for m in candidates)
        print(f"{line} ; {value.item():.5f} ; {said}")


if __name__ == "__main__":
    main()
