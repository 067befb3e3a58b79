"""A Botzone bot for NoGo and Reversi that speaks every form: full JSON, keep-running, simplified text.

    python3 botzone_bot.py nogo|reversi [--keep-running] [--text]

It looks at a few legal moves and plays the one that leaves the opponent the fewest replies. On the site, remove the argument parsing and set
the constants below; everything else stays.
"""

import json
import random
import sys

GAME = "reversi" if "reversi" in sys.argv else "nogo"
KEEP_RUNNING = "--keep-running" in sys.argv
TEXT = "--text" in sys.argv
SIZE = 8 if GAME == "reversi" else 9
MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
BLACK, WHITE = 1, -1
CANDIDATES = 4
NEIGHBOURS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def inside(x, y):
    return 0 <= x < SIZE and 0 <= y < SIZE


class Reversi:
    def __init__(self):
        self.stones = {(3, 3): WHITE, (4, 4): WHITE, (3, 4): BLACK, (4, 3): BLACK}

    def flips(self, x, y, colour):
        found = []
        for dx, dy in DIRECTIONS:
            line, cx, cy = [], x + dx, y + dy
            while self.stones.get((cx, cy)) == -colour:
                line.append((cx, cy))
                cx, cy = cx + dx, cy + dy
            if line and self.stones.get((cx, cy)) == colour:
                found += line
        return found

    def legal(self, x, y, colour):
        return (x, y) not in self.stones and bool(self.flips(x, y, colour))

    def play(self, x, y, colour):
        if (x, y) != (-1, -1):  # a pass changes nothing
            for stone in self.flips(x, y, colour) + [(x, y)]:
                self.stones[stone] = colour


class NoGo:
    def __init__(self):
        self.stones = {}

    def has_liberty(self, x, y):
        colour, seen, todo = self.stones[x, y], {(x, y)}, [(x, y)]
        while todo:
            cx, cy = todo.pop()
            for dx, dy in NEIGHBOURS:
                cell = cx + dx, cy + dy
                if inside(*cell) and cell not in seen:
                    if cell not in self.stones:
                        return True
                    if self.stones[cell] == colour:
                        seen.add(cell)
                        todo.append(cell)
        return False

    def legal(self, x, y, colour):
        if (x, y) in self.stones:
            return False
        self.stones[x, y] = colour
        touched = [(x, y)] + [(x + dx, y + dy) for dx, dy in NEIGHBOURS if (x + dx, y + dy) in self.stones]
        legal = all(self.has_liberty(*cell) for cell in touched)
        del self.stones[x, y]
        return legal

    def play(self, x, y, colour):
        self.stones[x, y] = colour


def choose(game, colour):
    """Of a few legal moves the one that leaves the opponent the fewest replies; (-1, -1) is a pass."""
    cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    legal = [cell for cell in cells if game.legal(*cell, colour)]
    best, fewest = (-1, -1), len(cells) + 1
    for cell in random.sample(legal, min(CANDIDATES, len(legal))):
        before = dict(game.stones)
        game.play(*cell, colour)
        replies = sum(game.legal(*reply, -colour) for reply in cells)
        game.stones = before
        if replies < fewest:
            best, fewest = cell, replies
    return best


def read_turn(line):
    """One turn's input: (requests, responses), or the new request alone when the process was kept running."""
    if not TEXT:
        data = json.loads(line)
        point = lambda p: (p["x"], p["y"])
        if "requests" in data:
            return [point(p) for p in data["requests"]], [point(p) for p in data["responses"]]
        return point(data)
    numbers = tuple(map(int, line.split()))
    if len(numbers) == 2:
        return numbers
    lines = [tuple(map(int, sys.stdin.readline().split())) for _ in range(2 * numbers[0] - 1)]
    return lines[0::2], lines[1::2]


def main():
    random.seed(1)  # so that a game can be repeated
    game, colour = None, None
    for line in sys.stdin:
        turn = read_turn(line)
        if isinstance(turn, tuple) and isinstance(turn[0], list):
            requests, responses = turn
            game = Reversi() if GAME == "reversi" else NoGo()
            colour = BLACK if requests[0] == (-1, -1) else WHITE
            for index, request in enumerate(requests):
                if index > 0 or colour == WHITE:
                    game.play(*request, -colour)
                if index < len(responses):
                    game.play(*responses[index], colour)
        else:
            game.play(*turn, -colour)
        x, y = choose(game, colour)
        print(f"{x} {y}" if TEXT else json.dumps({"response": {"x": x, "y": y}}))
        if not KEEP_RUNNING:
            return
        print(MARKER, flush=True)
        game.play(x, y, colour)


main()
