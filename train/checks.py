#!/usr/bin/env python3
"""Checks of self-play and its samples on the CPU, for every game, that a toy run would not show.

    python3 train/checks.py FOLDER

The libraries are built into the folder. Raises on the first thing that is wrong.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import torch

import weights
from native import Batch, GAMES, Library
from net import FastNet, Net, parts
from selfplay import Cap, SelfPlay

GAMES_AT_ONCE, RING_ROWS, SAMPLES = 8, 160, 2048


def played(library, rows, cap=None, keep_ends=False):
    """Self-play of an untrained net, and samples of it; equal seeds give equal games."""
    torch.manual_seed(3)
    constants = library.constants
    net = FastNet(Net(constants.planes, 8, 1, constants.mask_plane).eval().folded(), constants.mask_plane)
    play = SelfPlay(library, net, GAMES_AT_ONCE, 6, 4, RING_ROWS, 4, seed=5, cap=cap, keep_ends=keep_ends)
    for _ in range(rows):
        play.play_row()
    batch = Batch(library, play.context, SAMPLES)
    play.open_window(batch)
    batch.draw()
    return play, batch


def check_owners(library):
    """The owners of a finished sample are those of its own game's end, turned as its planes are and seen by its side to move."""
    _, plain = played(library, 150)
    play, batch = played(library, 150, keep_ends=True)
    for name in ("index", "planes", "policy", "allowed", "result", "value"):
        assert torch.equal(getattr(plain, name), getattr(batch, name)), f"{name} depends on whether ends are kept"
    ended = batch.result < 1.5
    assert ended.sum() > SAMPLES / 4, "too few finished samples"
    planes, owners, result = batch.planes[ended].float(), batch.owners[ended], batch.result[ended]
    stones = (planes[..., 0] - planes[..., 1]).flatten(1)
    if library.game == "reversi":  # corners are never turned over
        assert torch.equal(owners.sum(1).sign(), result), "the owners do not fit the result"
        stones = stones.index_fill(1, torch.tensor([c for c in range(64) if c not in (0, 7, 56, 63)]), 0.0)
    assert (stones != 0).any() and (stones < 0).any(), "nothing to compare"
    assert torch.equal(owners[stones != 0], stones[stones != 0]), "a stone changed its owner"


def check_cap(library):
    """Samples come from rows that were searched in full, and a cap that spares nothing changes nothing."""
    play, batch = played(library, 300, Cap(0.25, 3))
    assert 0.15 < play.rows_recorded / 300 < 0.35, "not a quarter of the rows"
    drawn, held = set((batch.index // GAMES_AT_ONCE).tolist()), {row % RING_ROWS for row in play.recorded}
    assert drawn <= held, "samples of quick searches"
    assert len(drawn) > len(held) / 2, "few of the recorded rows are drawn from"
    full, quick = 7 * GAMES_AT_ONCE * play.rows_recorded, 4 * GAMES_AT_ONCE * (300 - play.rows_recorded)
    assert play.evaluations == full + quick, "the cap does not save what it should"
    (_, spared), (_, plain) = played(library, 200, Cap(1.0, 3)), played(library, 200)
    for name in ("index", "planes", "policy", "result", "value"):
        assert torch.equal(getattr(plain, name), getattr(spared, name)), f"{name} depends on a cap that spares nothing"


def check_files():
    """A file of version 1 is read as a net that spreads nothing, and written as version 2 says the same."""
    old = Path(__file__).parent.parent / "crates/eval/tests/data/nogo-4x32.net"
    header, net = weights.decode(old.read_bytes())
    assert header["version"] == 1 and not any(tensor.any() for tensor in parts(list(net.weights))[1]), "not of version 1"
    constants = SimpleNamespace(id=header["game"], **{name: header[name] for name in ("rows", "cols", "mask_plane")})
    header, again = weights.decode(weights.encode(net, constants, "again"))
    assert header["version"] == 2, "not of version 2"
    planes = (torch.rand(4, header["rows"], header["cols"], header["planes"]) < 0.3).float()
    for mine, new in zip(net(planes), again(planes)):
        assert torch.allclose(mine, new, atol=1e-3), "a file that was written again says something else"
    print("weights files are right", flush=True)


def main():
    check_files()
    for game in sorted(GAMES):
        library = Library(game, "cpu", Path(sys.argv[1]))
        check_owners(library)
        check_cap(library)
        print(f"{game}: owners and cap are right", flush=True)


if __name__ == "__main__":
    main()
