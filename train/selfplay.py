"""Search with a net on many games at once: self-play into the ring, and matches between players."""

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


class SelfPlay:
    """Games that go on for ever; `play_row` moves all of them by one ply and appends one row to the ring."""

    def __init__(self, library, net, games, simulations, considered, rows, opening_plies, seed):
        self.library, self.net = library, net
        self.context = Context(library, games, simulations, considered, rows, opening_plies, seed=seed)
        library.call("reset", self.context)
        self.replay = capture(self.move) if library.device == "cuda" else self.move
        # Capturing has played; begin again.
        self.context.step.zero_()
        self.context.tally.zero_()
        library.call("reset", self.context)
        self.rows_played = 0

    def move(self):
        search(self.library, self.context, self.net)
        self.library.call("apply", self.context)
        self.context.step.add_(1)

    def play_row(self):
        self.replay()
        self.rows_played += 1

    def take_tally(self):
        """Finished games since the last call: how many, mean plies, share won by the first player, share drawn."""
        games, plies, wins, draws = self.context.tally.tolist()
        self.context.tally.zero_()
        games = max(games, 1)
        return games, plies / games, wins / games, draws / games


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
    """Score of `first` in [0, 1]: `games` games in pairs that share an opening with colours swapped."""
    mine = first.context(library, games, seed, opening_plies)
    theirs = second.context(library, games, seed, opening_plies, share=mine)
    library.call("reset", mine)
    even = torch.arange(games, device=library.device) % 2 == 0
    while not bool((mine.over != 0).all()):
        choices = first.choose(library, mine), second.choose(library, theirs)
        # `first` opens the games with an even number.
        mine.move.copy_(torch.where((mine.ply % 2 == 0) == even, *choices))
        library.call("apply", mine)
    score = torch.where(even, mine.result, -mine.result)
    return ((score + 1) / 2).mean().item()
