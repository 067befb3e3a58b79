"""The C++/CUDA side: builds it, loads it, and owns the memory it works on.

The library describes its own context (names, types, shapes), so nothing is declared twice.
"""

import copy
import ctypes
import math
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import torch

SOURCE = Path(__file__).parent / "native" / "selfplay.cu"
GAMES = {"connect4": "Connect4", "nogo": "NoGo", "reversi": "Reversi"}
CONSTANTS = ("id", "rows", "cols", "planes", "actions", "symmetries", "mask_plane", "state_bytes")
TORCH_TYPES = {
    "int": torch.int32,
    "float": torch.float32,
    "short": torch.int16,
    "u16": torch.int16,
    "u64": torch.int64,
    "int8": torch.int8,
    "bf16": torch.bfloat16,
    "State": torch.uint8,
}


def build(game, device, folder):
    """Compiles the library of one game for `cuda` or `cpu` and gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{game}-{device}.so"
    define = f"-DGAME={GAMES[game]}"
    if device == "cuda":
        command = [shutil.which("nvcc") or "nvcc", "-arch=sm_90", "-std=c++17", "-O3", "-Xcompiler", "-fPIC", "-shared"]
    else:
        command = ["c++", "-x", "c++", "-std=c++17", "-O3", "-march=native", "-fPIC", "-shared"]
    subprocess.run([*command, define, "-o", str(target), str(SOURCE)], check=True)
    return target


class Library:
    """The functions of one game, called on the current stream."""

    def __init__(self, game, device, folder):
        self.game, self.device = game, device
        self.functions = ctypes.CDLL(str(build(game, device, folder)))
        numbers = (ctypes.c_int * len(CONSTANTS))()
        self.functions.describe_game(numbers)
        self.constants = SimpleNamespace(**dict(zip(CONSTANTS, numbers)))
        self.constants.cells = self.constants.rows * self.constants.cols
        self.functions.describe_context.restype = ctypes.c_char_p
        lines = self.functions.describe_context().decode().splitlines()
        self.fields = [tuple(line.split()) for line in lines]

    def call(self, name, context, *arguments):
        """Runs one kernel; raises when the launch failed."""
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream) if self.device == "cuda" else None
        error = getattr(self.functions, name)(ctypes.byref(context.struct), *arguments, stream)
        if error:
            raise RuntimeError(f"{name} failed with CUDA error {error}")


def halving_schedule(considered, simulations):
    """Visits that a root move must have to be tried at each simulation: sequential halving of `considered` moves."""
    if considered <= 1:
        return list(range(simulations))
    phases, left = math.ceil(math.log2(considered)), considered
    visits, schedule = [0] * considered, []
    while len(schedule) < simulations:
        for _ in range(max(1, simulations // (phases * left))):
            schedule += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return schedule[:simulations]


def schedules(considered, simulations):
    """The schedules for 0 to `considered` root moves, one after the other."""
    rows = [[0] * simulations] + [halving_schedule(k, simulations) for k in range(1, considered + 1)]
    return torch.tensor(rows, dtype=torch.int32).flatten()


class Context:
    """The arrays of one set of games, as torch tensors (`context.state`, ...) and as the struct the kernels read."""

    def __init__(self, library, games, simulations, considered, ring_rows=1, opening_plies=4, match_seed=0,
                 gumbel_scale=1.0, c_visit=50.0, c_scale=0.5, seed=1, share=None, keep_ends=False):
        device = library.device
        numbers = dict(games=games, nodes=simulations + 2, simulations=simulations, considered=considered, ring_rows=ring_rows,
                       end_rows=ring_rows if keep_ends else 0, opening_plies=opening_plies, match_seed=match_seed, gumbel_scale=gumbel_scale,
                       c_visit=c_visit, c_scale=c_scale)
        sizes = {**numbers, **vars(library.constants)}
        members, values = [], {}
        for kind, type_name, name, *shape in library.fields:
            if kind == "number":
                members.append((name, ctypes.c_float if type_name == "float" else ctypes.c_int))
                values[name] = numbers[name]
                continue
            members.append((name, ctypes.c_void_p))
            if share is not None and name in SHARED:
                tensor = getattr(share, name)
            else:
                count = eval(shape[0], {}, sizes)  # a product of names from our own source
                columns = (library.constants.state_bytes,) if type_name == "State" else ()
                tensor = torch.zeros((count, *columns), dtype=TORCH_TYPES[type_name], device=device)
            setattr(self, name, tensor)
            values[name] = tensor.data_ptr()
        self.struct = type("ContextStruct", (ctypes.Structure,), {"_fields_": members})(**values)
        assert ctypes.sizeof(self.struct) == library.functions.context_size(), "the description does not fit the struct"
        self.games, self.simulations, self.ring_rows = games, simulations, ring_rows
        if share is None:
            generator = torch.Generator().manual_seed(seed)
            self.rng.copy_(torch.randint(-2**62, 2**62, (games,), generator=generator))
        self.schedule.copy_(schedules(considered, simulations))

    def quick(self, simulations, considered):
        """The same games, trees and ring, for searches with fewer simulations."""
        assert simulations <= self.simulations, "the trees have no room for more simulations"
        quick = copy.copy(self)
        quick.simulations, quick.schedule = simulations, schedules(considered, simulations).to(self.schedule.device)
        quick.struct = type(self.struct).from_buffer_copy(self.struct)
        quick.struct.simulations, quick.struct.considered = simulations, considered
        quick.struct.schedule = quick.schedule.data_ptr()
        return quick


# What two players of one match have in common: the games, not the trees.
SHARED = ("state", "ply", "first_ply", "over", "result", "rng", "move", "step", "tally")


class BatchStruct(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int)] + [
        (name, ctypes.c_void_p)
        for name in ("index", "symmetry", "planes", "policy", "allowed", "result", "value", "owners")
    ]


class Batch:
    """Training samples drawn from the ring of a context, in buffers that stay where they are."""

    def __init__(self, library, context, count):
        self.library, self.context, self.count = library, context, count
        size, device = library.constants, library.device
        self.index = torch.zeros(count, dtype=torch.int64, device=device)
        self.symmetry = torch.zeros(count, dtype=torch.int32, device=device)
        self.planes = torch.zeros(count, size.rows, size.cols, size.planes, dtype=torch.bfloat16, device=device)
        self.policy = torch.zeros(count, size.cells, device=device)
        self.allowed = torch.zeros(count, size.cells, device=device)
        self.result = torch.zeros(count, device=device)
        self.value = torch.zeros(count, device=device)
        self.owners = torch.zeros(count if context.struct.end_rows else 0, size.cells, device=device)
        # Rows of the ring to draw from, as device numbers so that a captured graph follows them: the n-th row that was
        # recorded is `row_of[n % ring_rows]`.
        self.row_of = torch.arange(context.ring_rows, device=device)
        self.first_row = torch.zeros((), device=device)
        self.end_row = torch.ones((), device=device)
        names = [name for name, _ in BatchStruct._fields_[1:]]
        self.struct = BatchStruct(count, *(getattr(self, name).data_ptr() for name in names))

    def set_window(self, first, end):
        """Draw from the recorded rows `first..end`, counted since the start of the run."""
        self.first_row.fill_(float(first))
        self.end_row.fill_(float(end))

    def draw(self):
        """A new random batch, each sample in a random symmetry."""
        games, device = self.context.games, self.index.device
        span = self.end_row - self.first_row
        rows = (self.first_row + torch.rand(self.count, device=device) * span).floor()
        rows = self.row_of[torch.minimum(rows, self.end_row - 1).long() % self.context.ring_rows]
        self.index.copy_(rows * games + torch.randint(0, games, (self.count,), device=device))
        self.symmetry.random_(0, self.library.constants.symmetries)
        self.library.call("sample", self.context, ctypes.byref(self.struct))
