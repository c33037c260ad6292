"""What a score on a data set means: how far water, rules and a small network get, on puzzles not learnt from.

    bimaru generate --count 30000 --grade easy-hard --seed 1 --to parquet -o puzzles/
    bimaru export --tensors --distinct answer --splits train:8,test:2 puzzles/ -o data-set/
    python baseline.py data-set/

prints the share of squares, and of whole boards, that each of them gets right in the split `test`, or in the
second of two that are named after the directory:

- `water`: every square is water;
- `rules`: lines that are full, or that need all their open squares; water around ships; what ends of ships
  show. Squares that the rules leave open count as water;
- `network`: two layers, trained on the split `train`, or the first of those two, that sees tallies and givens
  and knows no rules;
- `rules, then network`: the network decides where the rules leave squares open.

It needs NumPy and pyarrow, and tables with the columns of `--tensors`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

KINDS = "WSLRTBMX"
UNKNOWN, WATER, SHIP = -1, 0, 1
MISSING = 255
HIDDEN, EPOCHS, BATCH, RATE = 512, 30, 250, 1e-3


def load(directory):
    """The puzzles of a split: tallies of rows (N x H) and of columns (N x W), the kinds of given squares, 0
    for none, and the answers (N x H x W), 1 for ship."""
    table = pq.ParquetDataset(directory).read()
    if "rows_tensor" not in table.column_names:
        raise SystemExit(f"{directory}: no tensors; make the data set with bimaru export --tensors")
    rows, cols, givens, answers = (
        np.stack(table[f"{name}_tensor"].combine_chunks().flatten().to_numpy().reshape(len(table), -1))
        for name in ("rows", "cols", "givens", "answer")
    )
    grid = (len(table), rows.shape[1], cols.shape[1])
    return rows, cols, givens.reshape(grid), answers.reshape(grid)


# Rules


def shifted(marks, down, right):
    """Marks moved on the grid; what leaves it is gone."""
    height, width = marks.shape[1:]
    padded = np.pad(marks, ((0, 0), (1, 1), (1, 1)))
    return padded[:, 1 - down : 1 - down + height, 1 - right : 1 - right + width]


AROUND = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
GOES_ON = {"L": (0, 1), "R": (0, -1), "T": (1, 0), "B": (-1, 0)}


def given_squares(givens):
    """What the givens show, and what is beside them: the rest of a ship on one side of its end, water on the
    others."""
    state = np.full(givens.shape, UNKNOWN, np.int8)
    for number, kind in enumerate(KINDS, 1):
        shown = givens == number
        state[shown] = WATER if kind == "W" else SHIP
        for side in AROUND if kind in "SLRTB" else ():
            state[shifted(shown, *side)] = SHIP if GOES_ON.get(kind) == side else WATER
    return state


def follow_rules(rows, cols, givens):
    """The squares that follow from simple rules, again and again until nothing more does."""
    state = given_squares(givens)
    while True:
        before = state.copy()
        for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            state[shifted(state == SHIP, down, right)] = WATER
        for tallies, axis in ((rows, 2), (cols, 1)):
            fill_lines(state, np.expand_dims(tallies, axis), axis)
        if (state == before).all():
            return state


def fill_lines(state, tallies, axis):
    """Fill lines that have all their ship squares, or all their water."""
    is_open = state == UNKNOWN
    lacking = tallies.astype(int) - (state == SHIP).sum(axis, keepdims=True)
    known = tallies != MISSING
    state[is_open & known & (lacking == 0)] = WATER
    state[is_open & known & (lacking == is_open.sum(axis, keepdims=True))] = SHIP


# A network


def inputs(rows, cols, givens):
    """The clues as numbers: tallies by their size, and a one for each kind of given."""
    tallies = [np.where(line == MISSING, -1, line / line.shape[1]) for line in (cols, rows)]
    kinds = [(givens == number).reshape(len(givens), -1) for number in range(1, len(KINDS))]
    return np.hstack([*tallies, *kinds]).astype(np.float32)


class Network:
    """Clues to the chance of ship on each square: one hidden layer of rectifiers, trained with Adam."""

    def __init__(self, n_inputs, n_outputs, seed=1):
        random = np.random.default_rng(seed)
        sizes = [(n_inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, n_outputs)]
        self.weights = [random.normal(0, (2 / size[0]) ** 0.5, size).astype(np.float32) for size in sizes]
        self.weights += [np.zeros(size[1], np.float32) for size in sizes]
        self.moments = [[np.zeros_like(weight), np.zeros_like(weight)] for weight in self.weights]
        self.random, self.time = random, 0

    def layers(self, x):
        """The values of the hidden layers, and the chances."""
        first, second, last, *biases = self.weights
        one = np.maximum(x @ first + biases[0], 0)
        two = np.maximum(one @ second + biases[1], 0)
        return one, two, 1 / (1 + np.exp(-(two @ last + biases[2])))

    def train(self, x, y):
        """Go through the examples once, in random order."""
        for batch in np.array_split(self.random.permutation(len(x)), max(1, len(x) // BATCH)):
            one, two, chances = self.layers(x[batch])
            error = (chances - y[batch]) / len(batch)
            back_two = error @ self.weights[2].T * (two > 0)
            back_one = back_two @ self.weights[1].T * (one > 0)
            pairs = ((x[batch], back_one), (one, back_two), (two, error))
            self.step([left.T @ right for left, right in pairs] + [right.sum(0) for _, right in pairs])

    def step(self, slopes):
        """Adam (Kingma and Ba 2015), with its usual constants."""
        self.time += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.time)) + 1e-8
            weight -= RATE * mean / (1 - 0.9**self.time) / size


def report(name, boards, answers):
    """Print the shares of squares and of boards that are right."""
    right = boards == answers
    print(f"{name:20}  squares {right.mean():6.1%}   boards {right.all((1, 2)).mean():6.1%}")


def main(directory, learnt="train", tested="test"):
    """Train on one split, and print what each way gets right of another."""
    *clues, answers = load(directory / learnt)
    *test_clues, test_answers = load(directory / tested)
    print(f"trained on {len(answers):,} puzzles, tested on {len(test_answers):,}")
    report("water", np.zeros_like(test_answers), test_answers)
    state = follow_rules(*test_clues)
    report("rules", state == SHIP, test_answers)
    x, network = inputs(*clues), Network(inputs(*clues).shape[1], answers[0].size)
    for _ in range(EPOCHS):
        network.train(x, answers.reshape(len(x), -1).astype(np.float32))
    guesses = network.layers(inputs(*test_clues))[2].reshape(test_answers.shape) > 0.5
    report("network", guesses, test_answers)
    report("rules, then network", np.where(state == UNKNOWN, guesses, state == SHIP), test_answers)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
