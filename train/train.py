#!/usr/bin/env python3
"""Trains the nets of one game by self-play: learns, finishes for int8, exports, plays matches, and writes a report.

    python3 train/train.py nogo --out runs/nogo --seconds 540
    python3 train/train.py nogo --out runs/nogo2 --seconds 540 --resume runs/nogo/state.pt

A large net plays and learns; a small one, where there is one (--small), learns from the same samples. A run that was stopped (by
--pause or Ctrl-C) has saved its state and goes on at the same point of its schedule with --resume; only the replay ring is
filled anew. A finished run that is resumed begins a new schedule.
"""

import argparse
import csv
import json
import math
import time
from pathlib import Path

import torch

import report
import weights
from learner import Learner, losses
from native import Batch, GAMES, Library
from net import FastNet, check_fast_net
from quantise import QuantNet, calibrate
from selfplay import Cap, Player, SelfPlay, capture, match

MARKS = (5, 10, 20, 40, 60, 80, 100)  # per cent of the schedule at which a checkpoint is written
LOG_SECONDS, SAVE_SECONDS = 15, 60


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--out", type=Path, required=True, help="folder for nets, state, log and report")
    parser.add_argument("--run", default="run", help="name of the run, written into the weights files")
    parser.add_argument("--seconds", type=float, default=60, help="time for self-play and learning, pauses not counted")
    parser.add_argument("--pause", type=float, metavar="SECONDS", help="stop after this part of the time, to be gone on with by --resume")
    parser.add_argument("--finish", type=float, default=20, help="seconds of quantisation-aware finish per net")
    parser.add_argument("--resume", type=Path, help="state.pt of an earlier run")
    parser.add_argument("--start", type=Path, nargs="+", metavar="FILE", help="weights files to begin with, large net first, where the state is lost")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--games", type=int, default=8192, help="played at once")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--considered", type=int, default=16, help="root moves that the search starts with")
    parser.add_argument("--cap", type=cap, metavar="SHARE:SIMULATIONS",
                        help="search and learn from this share of the plies, play the others with so few simulations, such as 0.25:8")
    parser.add_argument("--auxiliary", type=float, default=0.0, metavar="WEIGHT",
                        help="of the error of the cells' owners at the end of the game in the loss; 0: not learnt")
    parser.add_argument("--rows", type=int, default=512, help="plies of all games kept for replay")
    parser.add_argument("--opening", type=int, default=4, help="random plies at most before a game")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--reuse", type=float, default=3.0, help="samples learnt per position played")
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate")
    parser.add_argument("--hold", type=float, default=0.5, help="share of the time before the rate falls")
    parser.add_argument("--large", default="6x64", help="blocks x channels of the net that plays")
    parser.add_argument("--small", default="none", help="blocks x channels of a second net that only learns, such as 4x32")
    parser.add_argument("--small-from", type=float, default=0.25, help="share of the time before it begins")
    parser.add_argument("--match-games", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.nets = [args.large] if args.small == "none" else [args.large, args.small]
    if args.start and args.resume:
        parser.error("--start and --resume: found both, expected one; a run that began with --start goes on with --resume alone")
    if args.start and len(args.start) != len(args.nets):
        parser.error(f"--start: found {len(args.start)} files, expected one for each of {', '.join(args.nets)}")
    if args.cap and args.cap.simulations > args.simulations:
        parser.error(f"--cap: found {args.cap.simulations} simulations, expected at most the {args.simulations} of --simulations")
    return args


def cap(text):
    """`SHARE:SIMULATIONS` of --cap."""
    share, _, simulations = text.partition(":")
    try:
        read = Cap(float(share), int(simulations))
    except ValueError:
        read = Cap(0, 0)
    if not 0 < read.share <= 1 or read.simulations < 1:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected SHARE:SIMULATIONS such as 0.25:8, the share at most 1")
    return read


class Run:
    """One training run: the state that the loop carries along."""

    def __init__(self, args):
        self.args, self.began = args, time.time()
        args.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(args.seed)
        torch.backends.cudnn.benchmark = True
        self.library = Library(args.game, args.device, args.out / "build")
        self.learners = [Learner(self.shape(text), args.rate, args.device, args.auxiliary) for text in args.nets]
        self.log, self.results, self.figures = [], {}, {}
        self.done = self.done_before = self.played_before = self.seconds_before = 0
        if args.resume:
            self.restore(torch.load(args.resume, map_location=args.device, weights_only=False))
        constants = self.library.constants
        self.fast = FastNet(self.learners[0].average.folded(), constants.mask_plane)
        self.play = SelfPlay(self.library, self.fast, args.games, args.simulations, args.considered, args.rows,
                             args.opening, args.seed, args.cap, keep_ends=args.auxiliary > 0)
        if args.start:
            self.start_from([weights.decode(path.read_bytes())[1].effective() for path in args.start])
        self.batch = Batch(self.library, self.play.context, args.batch)
        self.library.call("open_root", self.play.context)
        planes = self.play.context.planes.view(args.games, constants.rows, constants.cols, constants.planes)
        self.say("fast net against net, relative errors", check_fast_net(self.learners[0].shape, self.library, planes[:512]))
        self.steps_of = {}
        self.play_seconds = self.learn_seconds = 0.0
        if not self.done:
            for path in self.checkpoints():
                path.unlink()

    def start_from(self, nets):
        """Begins with folded nets; positions to set the normalisation come from their own play."""
        nets = [[tensor.to(self.args.device) for tensor in net] for net in nets]
        self.fast.load(nets[0])
        for _ in range(self.library.constants.cells // 2):
            self.play.play_row()
        constants, games = self.library.constants, self.args.games
        planes = self.play.context.planes.view(games, constants.rows, constants.cols, constants.planes)
        self.library.call("open_root", self.play.context)
        for learner, net in zip(self.learners, nets):
            for copy in (learner.net, learner.average):
                copy.adopt(net, planes[:2048].float())

    def shape(self, text):
        blocks, channels = map(int, text.split("x"))
        constants, owners = self.library.constants, dict(owners=True) if self.args.auxiliary else {}
        return dict(planes=constants.planes, channels=channels, blocks=blocks, mask_plane=constants.mask_plane, **owners)

    def say(self, *words):
        print(f"[{time.time() - self.began:6.1f}]", *words, flush=True)

    def sync(self):
        if self.args.device == "cuda":
            torch.cuda.synchronize()

    # ---- learning --------------------------------------------------------------------------------------------------

    def learn(self):
        """The loop: some plies of all games, then as many steps as they pay for. Ends early, at a pause, with `done` below 1."""
        args = self.args
        enough = min(96, args.rows // 2)
        # What a resumed run has left may be too short to fill the ring.
        while self.done_before and self.play.rows_played < enough:
            self.play.play_row()
        start = time.time()
        plies = min(16, max(1, 32768 // args.games))
        logged = saved = start
        while self.done < 1 and not (args.pause and time.time() - start >= args.pause):
            recorded, moment = self.play.rows_recorded, time.time()
            for _ in range(plies):
                self.play.play_row()
            self.sync()
            self.play_seconds += time.time() - moment
            recorded, moment = self.play.rows_recorded - recorded, time.time()
            if recorded and self.play.rows_played >= enough:
                self.learn_steps(max(1, round(args.reuse * recorded * args.games / args.batch)), self.done)
                self.sync()
            self.learn_seconds += time.time() - moment
            self.done = min(1.0, self.done_before + (time.time() - start) / args.seconds)
            self.write_checkpoint()
            if self.figures and (not self.log or time.time() - logged >= LOG_SECONDS):
                logged = time.time()
                self.note()
            if time.time() - saved >= SAVE_SECONDS:
                saved = time.time()
                self.save()
        if not self.figures and self.done == 1:
            raise SystemExit(f"nothing was learnt in {args.seconds:g} s: no game has ended; give more --seconds or fewer --games")
        if self.figures and (not self.log or self.log[-1]["seconds"] != round(self.seconds(), 1)):
            self.note()
        self.save()

    def seconds(self):
        """Of all parts and schedules of the run so far."""
        return self.seconds_before + (self.done - self.done_before) * self.args.seconds

    def checkpoints(self):
        """The files of the checkpoints so far, the youngest last."""
        return sorted((self.args.out / "checkpoints").glob(f"{self.args.game}-{self.args.large}-???.net"))

    def write_checkpoint(self):
        """Writes the large net as it is, rounded but not tuned for it, when the schedule has reached the next mark."""
        passed = [mark for mark in MARKS if 100 * self.done_before < mark <= 100 * self.done]
        path = self.args.out / "checkpoints" / f"{self.args.game}-{self.args.large}-{max(passed, default=0):03}.net"
        if not passed or path.exists() or not self.figures:  # before anything is learnt, the ring is too short to set clips
            return
        path.parent.mkdir(exist_ok=True)
        net = self.quantised(self.learners[0])
        path.write_bytes(weights.encode(net, self.library.constants, self.args.run))

    def quantised(self, learner):
        """The learner's average for int8, its clips set; it does not round yet."""
        net = QuantNet(learner.average.folded(), self.fast.mask_plane).to(self.args.device)
        calibrate(net, self.batch)
        return net

    def learn_steps(self, steps, done):
        """`steps` optimiser steps at the point `done` of the schedule, then new weights for self-play."""
        args = self.args
        self.play.open_window(self.batch)
        fall = max(0.0, (done - args.hold) / (1 - args.hold))
        shape = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * fall))
        active = self.learners if done >= args.small_from else self.learners[:1]
        for learner in active:
            warm = min(1.0, (learner.steps + 1) / 200)
            learner.rate.fill_(args.rate * shape * warm)
            learner.net.train()
        if len(active) not in self.steps_of:
            self.steps_of[len(active)] = self.compile_step(active)
        for _ in range(steps):
            figures = self.steps_of[len(active)]()
        for name, figure in figures.items():
            self.figures.setdefault(name, []).append(figure.clone())
        for learner in active:
            learner.follow(steps)
        self.fast.load(self.learners[0].average.folded())

    def compile_step(self, active):
        """One step of the learners on one new batch, as a CUDA graph where there is one."""
        figures = {}

        def step():
            self.batch.draw()
            for learner in active:
                figures[self.name(learner)] = learner.step(self.batch)

        if self.args.device != "cuda":
            return lambda: (step(), figures)[1]
        step()
        for learner in active:
            learner.optimiser.zero_grad(set_to_none=True)
        replay = capture(step)
        return lambda: (replay(), figures)[1]

    def name(self, learner):
        return f"{learner.shape['blocks']}x{learner.shape['channels']}"

    def note(self):
        """One line of the log: means since the line before it."""
        games, plies, first_wins, draws = self.play.take_tally()
        row = dict(seconds=round(self.seconds(), 1),
                   positions=self.played_before + self.play.rows_played * self.args.games,
                   steps=self.learners[0].steps, rate=round(self.learners[0].rate.item(), 6), games=games,
                   plies=round(plies, 2), first_wins=round(first_wins, 4), draws=round(draws, 4))
        kinds = ("policy", "value", "owners")[:3 if self.args.auxiliary else 2]
        for name in (self.name(learner) for learner in self.learners):
            figures = torch.stack(self.figures[name]).mean(0).tolist() if name in self.figures else [float("nan")] * len(kinds)
            row |= {f"{kind}_{name}": round(figure, 4) for kind, figure in zip(kinds, figures)}
        self.log.append(row)
        with open(self.args.out / "log.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, row.keys())
            writer.writeheader()
            writer.writerows(self.log)
        self.say(" ".join(f"{key} {value}" for key, value in row.items()))
        assert all(math.isfinite(row[f"{kind}_{self.name(self.learners[0])}"]) for kind in kinds), "the loss is not finite"
        self.figures = {name: figures[-1:] for name, figures in self.figures.items()}

    def save(self):
        state = dict(learners=[learner.state() for learner in self.learners], log=self.log,
                     done=self.done, seconds=self.seconds(), positions=self.played_before + self.play.rows_played * self.args.games)
        temporary = self.args.out / "state.tmp"
        torch.save(state, temporary)
        temporary.rename(self.args.out / "state.pt")

    def restore(self, state):
        for learner, saved in zip(self.learners, state["learners"]):
            assert learner.shape == saved["shape"], f"the state holds a net of another shape: {saved['shape']}"
            if "spread.0.weight" not in saved["net"]:
                raise SystemExit("--resume: the state is of a net whose blocks do not pool; begin with its exported file: --start FILE")
            learner.restore(saved)
        self.played_before = state["positions"]
        self.seconds_before = state["seconds"]
        if state["done"] == 1 and self.args.resume.resolve().parent == self.args.out.resolve():
            raise SystemExit(f"--resume {self.args.resume}: this run has learnt all it was to learn; give another --out for a new schedule")
        if state["done"] < 1:
            self.done = self.done_before = state["done"]
            self.log = state["log"]

    # ---- after learning --------------------------------------------------------------------------------------------

    def finish(self):
        """Quantisation-aware finish of both nets; exports the files and gives the nets that play like them."""
        finished = []
        for learner in self.learners:
            name = self.name(learner)
            net = self.quantised(learner)
            before = self.measure(net)
            net.rounding = True
            plain = self.measure(net)
            steps = self.tune(net)
            after = self.measure(net)
            data = weights.encode(net, self.library.constants, self.args.run)
            (self.args.out / f"{self.args.game}-{name}.net").write_bytes(data)
            self.results[f"finish {name}"] = dict(float=before, rounded=plain, tuned=after, steps=steps, bytes=len(data))
            self.say(f"{name}: cross-entropy and value error float {before}, int8 {plain}, tuned {after} ({steps} steps)")
            finished.append(net)
        return finished

    def tune(self, net):
        args, start, steps = self.args, time.time(), 0
        optimiser = torch.optim.AdamW(net.parameters(), lr=3e-4, weight_decay=0.0)
        while (done := (time.time() - start) / args.finish) < 1:
            rate = 3e-4 * min(1, (steps + 1) / 50) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
            for group in optimiser.param_groups:
                group["lr"] = rate
            self.batch.draw()
            policy_loss, value_loss, _ = losses(self.batch, *self.evaluate(net))
            optimiser.zero_grad(set_to_none=True)
            (policy_loss + value_loss).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimiser.step()
            steps += 1
            if steps % 20 == 0:
                self.sync()
        return steps

    def evaluate(self, net):
        cuda = self.args.device == "cuda"
        with torch.autocast(self.args.device, torch.bfloat16, enabled=cuda):
            return net(self.batch.planes if cuda else self.batch.planes.float())

    @torch.no_grad()
    def measure(self, net, batches=8):
        """Mean policy cross-entropy and squared value error on samples of the ring, the same ones every time."""
        torch.manual_seed(5)
        total = torch.zeros(2)
        for _ in range(batches):
            self.batch.draw()
            policy_loss, _, figures = losses(self.batch, *self.evaluate(net))
            total += torch.tensor([policy_loss.item(), figures[1].item()]) / batches
        return [round(v, 4) for v in total.tolist()]

    def matches(self, finished):
        """The finished nets against others and the last checkpoint against the earlier ones, at 16 simulations."""
        args, (large, *small) = self.args, (Player(FastNet(n.effective(), self.fast.mask_plane)) for n in finished)
        plain = Player(FastNet(self.learners[0].average.folded(), self.fast.mask_plane))
        pairs = [("large policy - random", Player(large.net, 0), Player()), ("large - large before the finish", large, plain)]
        pairs += [("large - small", large, player) for player in small]
        *earlier, last = ((path.stem[-3:], Player(self.load(path))) for path in self.checkpoints())
        pairs += [(f"checkpoint {last[0]} - {name}", last[1], player) for name, player in earlier]
        for name, first, second in pairs:
            games = args.match_games if first.simulations else max(args.match_games, 256)  # a bare policy costs little
            score, error = match(self.library, first, second, games)
            self.results[name] = dict(score=round(score, 4), error=round(error, 4), games=games)
            self.say(f"{name}: {score:.4f} +- {1.96 * error:.4f} of {games} games")

    def load(self, path):
        """The net of a weights file, for matches: its weights are rounded, its activations are not."""
        net = weights.decode(path.read_bytes())[1].to(self.args.device)
        return FastNet(net.effective(), self.fast.mask_plane)

    def write_results(self):
        played = self.play.rows_played * self.args.games
        summary = dict(arguments=vars(self.args), seconds=round(time.time() - self.began, 1),
                       play_seconds=round(self.play_seconds, 1), learn_seconds=round(self.learn_seconds, 1),
                       positions=self.played_before + played, steps=self.learners[0].steps,
                       recorded_share=round(self.play.rows_recorded / max(self.play.rows_played, 1), 3),
                       positions_per_second=round(played / max(self.play_seconds, 1e-9)),
                       evaluations_per_second=round(self.play.evaluations / max(self.play_seconds, 1e-9)),
                       results=self.results)
        (self.args.out / "run.json").write_text(json.dumps(summary, indent=1, default=str))
        report.write(self.args.out)
        self.say("positions", summary["positions"], "per second", summary["positions_per_second"], "evaluations per second",
                 summary["evaluations_per_second"], "play", summary["play_seconds"], "learn", summary["learn_seconds"])


def main():
    run = Run(arguments())
    try:
        run.learn()
    except KeyboardInterrupt:
        run.save()
    if run.done < 1:
        run.say(f"stopped at {run.done:.1%}; go on with --resume {run.args.out / 'state.pt'}")
        return
    run.matches(run.finish())
    run.write_results()


if __name__ == "__main__":
    main()
