#!/usr/bin/env python3
"""Trains the nets of one game by self-play: learns, finishes for int8, exports, plays matches, and writes a report.

    python3 train/train.py nogo --out runs/nogo --seconds 540
    python3 train/train.py nogo --out runs/nogo2 --seconds 540 --resume runs/nogo/state.pt

A large net plays and learns; a small one learns from the same samples in the second half. A run that was stopped (also
by Ctrl-C) has saved its state and goes on with --resume; only the replay ring is filled anew.
"""

import argparse
import csv
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import report
import weights
from native import Batch, GAMES, Library
from net import FastNet, Net, check_fast_net
from quantise import QuantNet, calibrate
from selfplay import Player, SelfPlay, capture, match

RESULT_WEIGHT = 0.6  # the value target is this share of the result and the rest of the root's value
LOG_SECONDS, SAVE_SECONDS = 15, 60


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--out", type=Path, required=True, help="folder for nets, state, log and report")
    parser.add_argument("--run", default="run", help="name of the run, written into the weights files")
    parser.add_argument("--seconds", type=float, default=60, help="time for self-play and learning")
    parser.add_argument("--finish", type=float, default=20, help="seconds of quantisation-aware finish per net")
    parser.add_argument("--resume", type=Path, help="state.pt of an earlier run")
    parser.add_argument("--start", type=Path, nargs=2, metavar="FILE", help="weights files of a large and a small net to begin with, where the state is lost")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--games", type=int, default=8192, help="played at once")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--considered", type=int, default=16, help="root moves that the search starts with")
    parser.add_argument("--rows", type=int, default=512, help="plies of all games kept for replay")
    parser.add_argument("--opening", type=int, default=4, help="random plies at most before a game")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--reuse", type=float, default=3.0, help="samples learnt per position played")
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate")
    parser.add_argument("--hold", type=float, default=0.5, help="share of the time before the rate falls")
    parser.add_argument("--large", default="6x64", help="blocks x channels of the net that plays")
    parser.add_argument("--small", default="4x32", help="blocks x channels of the net that only learns")
    parser.add_argument("--small-from", type=float, default=0.25, help="share of the time before it begins")
    parser.add_argument("--match-games", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Learner:
    """A net, its optimiser, and the running average of its weights, which is what plays and is exported."""

    def __init__(self, shape, rate, device):
        self.shape = shape
        self.net, self.average = (Net(**shape).to(device) for _ in range(2))
        self.average.load_state_dict(self.net.state_dict())
        self.average.eval()
        self.rate = torch.tensor(rate, device=device)
        fast = dict(fused=True, capturable=True) if device == "cuda" else {}
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=self.rate, weight_decay=1e-4, **fast)
        self.steps = 0

    def step(self, batch):
        """One step on the batch; gives policy divergence and squared value error, for the log."""
        cuda = batch.planes.device.type == "cuda"
        with torch.autocast(batch.planes.device.type, torch.bfloat16, enabled=cuda, cache_enabled=False):
            logits, value = self.net(batch.planes if cuda else batch.planes.float())
        policy_loss, value_loss, figures = losses(batch, logits, value)
        self.optimiser.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        return figures

    @torch.no_grad()
    def follow(self, steps):
        """Moves the average towards the net; it spans about a thousand steps, fewer at the start."""
        self.steps += steps
        share = max(steps / 1000, steps / (0.2 * self.steps + steps))
        mine, new = self.average.state_dict(), self.net.state_dict()
        names = [name for name, tensor in mine.items() if tensor.is_floating_point()]
        torch._foreach_lerp_([mine[name] for name in names], [new[name] for name in names], share)

    def state(self):
        return dict(shape=self.shape, net=self.net.state_dict(), average=self.average.state_dict(),
                    optimiser=self.optimiser.state_dict(), steps=self.steps)

    def restore(self, state):
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        self.steps = state["steps"]


def losses(batch, logits, value):
    """Policy and value loss, and (divergence, squared error against the result) for the log."""
    counts = (batch.result < 1.5).float()
    counts = counts / counts.sum().clamp(min=1)
    log_policy = F.log_softmax(logits.masked_fill(batch.allowed == 0, -1e4), 1)
    cross_entropy = -(batch.policy * log_policy).sum(1)
    entropy = -(batch.policy * (batch.policy + 1e-9).log()).sum(1)
    target = RESULT_WEIGHT * batch.result + (1 - RESULT_WEIGHT) * batch.value
    figures = torch.stack([(counts * (cross_entropy - entropy)).sum(), (counts * (value - batch.result) ** 2).sum()])
    return (counts * cross_entropy).sum(), (counts * (value - target) ** 2).sum(), figures.detach()


class Run:
    """One training run: the state that the loop carries along."""

    def __init__(self, args):
        self.args, self.began = args, time.time()
        args.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(args.seed)
        torch.backends.cudnn.benchmark = True
        self.library = Library(args.game, args.device, args.out / "build")
        self.learners = [Learner(self.shape(text), args.rate, args.device) for text in (args.large, args.small)]
        self.played_before = self.seconds_before = 0
        if args.resume:
            self.restore(torch.load(args.resume, map_location=args.device, weights_only=False))
        constants = self.library.constants
        self.fast = FastNet(self.learners[0].average.folded(), constants.mask_plane)
        self.play = SelfPlay(self.library, self.fast, args.games, args.simulations, args.considered, args.rows,
                             args.opening, args.seed)
        if args.start:
            self.start_from([weights.decode(path.read_bytes())[1].effective() for path in args.start])
        self.batch = Batch(self.library, self.play.context, args.batch)
        self.library.call("open_root", self.play.context)
        planes = self.play.context.planes.view(args.games, constants.rows, constants.cols, constants.planes)
        self.say("fast net against net, relative errors", check_fast_net(self.learners[0].shape, self.library, planes[:512]))
        self.steps_of = {}
        self.log, self.checkpoints, self.results = [], [], {}
        self.play_seconds = self.learn_seconds = 0.0
        self.figures = {}

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
        constants = self.library.constants
        return dict(planes=constants.planes, channels=channels, blocks=blocks, mask_plane=constants.mask_plane)

    def say(self, *words):
        print(f"[{time.time() - self.began:6.1f}]", *words, flush=True)

    def sync(self):
        if self.args.device == "cuda":
            torch.cuda.synchronize()

    # ---- learning --------------------------------------------------------------------------------------------------

    def learn(self):
        """The loop: some plies of all games, then as many steps as they pay for."""
        args, start = self.args, time.time()
        plies = min(16, max(1, 32768 // args.games))
        steps = max(1, round(args.reuse * plies * args.games / args.batch))
        marks = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8]
        logged = saved = start
        while (done := (time.time() - start) / args.seconds) < 1:
            moment = time.time()
            for _ in range(plies):
                self.play.play_row()
            self.sync()
            self.play_seconds += time.time() - moment
            moment = time.time()
            if self.play.rows_played >= min(96, args.rows // 2):
                self.learn_steps(steps, done)
                self.sync()
            self.learn_seconds += time.time() - moment
            if marks and done >= marks[0] and self.learners[0].steps:
                self.checkpoints.append((marks.pop(0), FastNet(self.learners[0].average.folded(), self.fast.mask_plane)))
            if self.figures and (not self.log or time.time() - logged >= LOG_SECONDS):
                logged = time.time()
                self.note(done)
            if time.time() - saved >= SAVE_SECONDS:
                saved = time.time()
                self.save()
        self.note(1.0)
        self.save()

    def learn_steps(self, steps, done):
        """`steps` optimiser steps at the point `done` of the schedule, then new weights for self-play."""
        args, rows = self.args, self.play.rows_played
        self.batch.set_window(max(0, rows - min(args.rows - 1, max(128, rows // 2))), rows)
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
            self.figures = self.steps_of[len(active)]()
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

    def note(self, done):
        """One line of the log."""
        games, plies, first_wins, draws = self.play.take_tally()
        row = dict(seconds=round(self.seconds_before + done * self.args.seconds, 1),
                   positions=self.played_before + self.play.rows_played * self.args.games,
                   steps=self.learners[0].steps, rate=round(self.learners[0].rate.item(), 6), games=games,
                   plies=round(plies, 2), first_wins=round(first_wins, 4), draws=round(draws, 4))
        for name in (self.name(learner) for learner in self.learners):
            divergence, error = self.figures[name].tolist() if name in self.figures else (float("nan"),) * 2
            row |= {f"policy_{name}": round(divergence, 4), f"value_{name}": round(error, 4)}
        self.log.append(row)
        with open(self.args.out / "log.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, row.keys())
            writer.writeheader()
            writer.writerows(self.log)
        self.say(" ".join(f"{key} {value}" for key, value in row.items()))
        assert all(math.isfinite(v) for v in self.figures[self.name(self.learners[0])].tolist()), "the loss is not finite"

    def save(self):
        state = dict(learners=[learner.state() for learner in self.learners], log=self.log,
                     positions=self.played_before + self.play.rows_played * self.args.games)
        temporary = self.args.out / "state.tmp"
        torch.save(state, temporary)
        temporary.rename(self.args.out / "state.pt")

    def restore(self, state):
        for learner, saved in zip(self.learners, state["learners"]):
            assert learner.shape == saved["shape"], f"the state holds a net of another shape: {saved['shape']}"
            learner.restore(saved)
        self.played_before = state["positions"]
        self.seconds_before = state["log"][-1]["seconds"] if state["log"] else 0

    # ---- after learning --------------------------------------------------------------------------------------------

    def finish(self):
        """Quantisation-aware finish of both nets; exports the files and gives the nets that play like them."""
        finished = []
        for learner in self.learners:
            name = self.name(learner)
            net = QuantNet(learner.average.folded(), self.fast.mask_plane).to(self.args.device)
            before = self.measure(net)
            calibrate(net, self.batch)
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
        """The ladder of checkpoints and the finished nets, at 16 simulations."""
        args, large, small = self.args, *(Player(FastNet(n.effective(), self.fast.mask_plane)) for n in finished)
        plain = Player(FastNet(self.learners[0].average.folded(), self.fast.mask_plane))
        pairs = [("large policy - random", Player(large.net, 0), Player()), ("large - small", large, small),
                 ("large - large before the finish", large, plain)]
        pairs += [(f"final - checkpoint {share:.2f}", plain, Player(net)) for share, net in self.checkpoints]
        for name, first, second in pairs:
            score = match(self.library, first, second, args.match_games)
            self.results[name] = round(score, 4)
            self.say(f"{name}: {score:.4f} of {args.match_games} games")

    def write_results(self):
        played = self.play.rows_played * self.args.games
        summary = dict(arguments=vars(self.args), seconds=round(time.time() - self.began, 1),
                       play_seconds=round(self.play_seconds, 1), learn_seconds=round(self.learn_seconds, 1),
                       positions=self.played_before + played, steps=self.learners[0].steps,
                       positions_per_second=round(played / max(self.play_seconds, 1e-9)),
                       evaluations_per_second=round(played * (self.args.simulations + 1) / max(self.play_seconds, 1e-9)),
                       results=self.results)
        (self.args.out / "run.json").write_text(json.dumps(summary, indent=1, default=str))
        report.write(self.args.out, summary, self.log)
        self.say("positions", summary["positions"], "per second", summary["positions_per_second"], "evaluations per second",
                 summary["evaluations_per_second"], "play", summary["play_seconds"], "learn", summary["learn_seconds"])


def main():
    run = Run(arguments())
    try:
        run.learn()
    except KeyboardInterrupt:
        run.save()
        run.say(f"stopped; go on with --resume {run.args.out / 'state.pt'}")
        return
    run.matches(run.finish())
    run.write_results()


if __name__ == "__main__":
    main()
