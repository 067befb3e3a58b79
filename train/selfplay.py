"""Search with a net on many games at once: self-play into the ring, and matches between players."""

import random
from collections import deque
from dataclasses import dataclass

import torch

from native import Context


def search(library, context, net):
    """One Gumbel search for every game of the context; the answer is in `move`, `policy`, `root_value`."""
    shape = (context.games, library.constants.rows, library.constants.cols, library.constants.planes)
    planes = context.planes.view(shape)
    logits = context.logits.view(context.games, -1)
    library.call("open_root", context)
    net(planes, logits, context.value)
    library.call("expand_root", context)
    for simulation in range(context.simulations):
        library.call("select_leaf", context, simulation)
        net(planes, logits, context.value)
        library.call("backup", context)
    library.call("finish", context)


def capture(step):
    """`step` as a CUDA graph, after one warm-up run; gives a function that replays it."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


@dataclass
class Cap:
    """Playout-cap randomisation: `share` of the plies are searched in full and learnt from, the others with few simulations."""

    share: float
    simulations: int

    def __str__(self):
        return f"{self.share:g}:{self.simulations}"


class SelfPlay:
    """Games that go on for ever; `play_row` moves all of them by one ply and appends one row to the ring.

    All games of a row are searched alike. Quick rows lie in the ring too, so that results find their way back to the
    others, but are not `recorded`: nobody draws samples from them.
    """

    def __init__(self, library, net, games, simulations, considered, rows, opening_plies, seed, cap=None, keep_ends=False):
        self.library, self.net, self.cap = library, net, cap
        self.context = Context(library, games, simulations, considered, rows, opening_plies, seed=seed, keep_ends=keep_ends)
        library.call("reset", self.context)
        self.replay_full = self.compiled(self.context)
        if cap:
            self.quick = self.context.quick(cap.simulations, min(considered, cap.simulations))
            self.replay_quick = self.compiled(self.quick)
        # Capturing has played; begin again.
        self.context.step.zero_()
        self.context.tally.zero_()
        library.call("reset", self.context)
        self.random = random.Random(seed)
        self.rows_played = self.rows_recorded = self.evaluations = 0
        self.recorded = deque()  # numbers of the recorded rows that the ring still holds

    def compiled(self, context):
        """One ply of all games as a function, a CUDA graph where there is one."""
        def move():
            search(self.library, context, self.net)
            self.library.call("apply", context)
            context.step.add_(1)

        return capture(move) if self.library.device == "cuda" else move

    def play_row(self):
        full = not self.cap or self.random.random() < self.cap.share
        (self.replay_full if full else self.replay_quick)()
        self.evaluations += self.context.games * (1 + (self.context if full else self.quick).simulations)
        if full:
            self.recorded.append(self.rows_played)
            self.rows_recorded += 1
        self.rows_played += 1
        # One row less than the ring has: the next one to be written is not drawn from.
        while self.recorded and self.recorded[0] <= self.rows_played - self.context.ring_rows:
            self.recorded.popleft()

    def open_window(self, batch):
        """Lets the batch draw from the younger half of what was recorded, as far as the ring holds it."""
        end, rows, device = self.rows_recorded, self.context.ring_rows, batch.row_of.device
        if self.cap:
            numbers = torch.arange(end - len(self.recorded), end, device=device) % rows
            batch.row_of[numbers] = torch.tensor(self.recorded, device=device) % rows
        batch.set_window(end - min(len(self.recorded), max(128, end // 2)), end)

    def take_tally(self):
        """Finished games since the last call: how many, mean plies, share won by the first player, share drawn."""
        games, *sums = self.context.tally.tolist()
        self.context.tally.zero_()
        return games, *(total / games if games else float("nan") for total in sums)


@dataclass
class Player:
    """A net with a number of simulations, 0 for its bare policy; no net means random moves."""

    net: object = None
    simulations: int = 16
    considered: int = 16

    def context(self, library, games, seed, plies, share=None):
        return Context(library, games, max(self.simulations, 1), self.considered, opening_plies=plies,
                       match_seed=seed, gumbel_scale=0.0, share=share)

    def choose(self, library, context):
        if self.net is None:
            library.call("random_move", context)
        elif self.simulations:
            search(library, context, self.net)
        else:
            shape = (context.games, library.constants.rows, library.constants.cols, library.constants.planes)
            library.call("open_root", context)
            self.net(context.planes.view(shape), context.logits.view(context.games, -1), context.value)
            library.call("expand_root", context)
            library.call("policy_move", context)
        return context.move.clone()


@torch.no_grad()
def match(library, first, second, games, seed=12345, opening_plies=3):
    """Score of `first` in [0, 1] and its standard error: `games` games in pairs that share an opening with colours swapped."""
    mine = first.context(library, games, seed, opening_plies)
    theirs = second.context(library, games, seed, opening_plies, share=mine)
    library.call("reset", mine)
    even = torch.arange(games, device=library.device) % 2 == 0
    while not bool((mine.over != 0).all()):
        choices = first.choose(library, mine), second.choose(library, theirs)
        # `first` opens the games with an even number.
        mine.move.copy_(torch.where((mine.ply % 2 == 0) == even, *choices))
        library.call("apply", mine)
    score = (torch.where(even, mine.result, -mine.result) + 1) / 2
    pairs = score.view(-1, 2).mean(1)
    return score.mean().item(), (pairs.std(correction=0) / len(pairs) ** 0.5).item()
