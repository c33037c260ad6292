/** The words of the lessons, by the technique that each teaches. */

/** @type {Record<string, {title: string, idea: string, task: string, help: string}>} */
export const LESSONS = {
  "rest of the line is water": {
    title: "A line that is full",
    idea: "Ships lie in the grid, and the number beside a row or column is the number of its ship squares. Once it has them all, the rest is water.",
    task: "One line has all its ship squares. Choose Water, and fill the rest of it.",
    help: "Look for a line that has as many ship squares as its number, and still has empty squares.",
  },
  "rest of the line is ship": {
    title: "A line that needs every square",
    idea: "A line may have just as many empty squares left as ship squares that it still needs. Then all of them are ship.",
    task: "One row needs all its empty squares. Mark them as ship.",
    help: "Count, for each row, the ship squares that it needs and the empty squares that it has.",
  },
  "ships do not touch": {
    title: "Ships do not touch",
    idea: "No two ships touch, not even at a corner. Ships are straight, so the squares diagonal to a ship square are water.",
    task: "Mark the diagonal neighbours of the ship square as water.",
    help: "Of the squares around the middle, only those at its corners are certain.",
  },
  "around a given part": {
    title: "What a given part shows",
    idea: "A round part is a whole ship of one square, with water all around. A part with a flat side goes on there.",
    task: "Mark the water around the given submarine.",
    help: "Every square around a submarine is water, also those at its corners.",
  },
  "water round a finished ship": {
    title: "A ship that is complete",
    idea: "A ship that cannot be any longer, because no ship of the fleet that is still missing is longer, ends where it ends.",
    task: "The cruiser, the only ship of three squares, is found. So one ship of two squares is complete: mark the water at its end.",
    help: "Look at the ship squares in column 5.",
  },
  "direction of a middle": {
    title: "The direction of a middle",
    idea: "A square part is the middle of a ship, which goes on at two opposite sides.",
    task: "The ship through E1 can lie in one direction only. Mark its neighbours there as ship.",
    help: "E1 is at the edge of the grid, so its ship cannot lie in the row.",
  },
  "no ship fits": {
    title: "No ship fits",
    idea: "A square that none of the missing ships can cover is water: gaps may be too narrow, or the ships that would fit are all found.",
    task: "The three ships of one square are all found. In column 4, two empty squares can hold no other ship either. Mark them as water.",
    help: "Look at A4 and C4: a longer ship there would give its row more squares than its number.",
  },
  "last places": {
    title: "The last place for a ship",
    idea: "List the places left for the largest ship that is missing. If there is just one, the ship lies there.",
    task: "The cruiser of three squares has one place left. Mark the rest of it as ship.",
    help: "Look at column 2, which has a ship square already.",
  },
  "no ship fits: starved line": {
    title: "Starved lines",
    idea: "A ship makes all squares around it water. If that would leave some line with too few squares for its number, the line is starved, and the ship cannot lie there.",
    task: "In column 5, the empty squares E5 and F5 can hold no ship. Mark them as water.",
    help: "Suppose a ship on E5 or F5: the water around it takes squares that row E or column 4 needs.",
  },
  contradiction: {
    title: "The first supposition",
    idea: "Where nothing else helps, suppose something and follow it. If it leads to something impossible, the opposite is true.",
    task: "Suppose that D1 is water. Row D then needs D4 and D6. How many ships of three squares would there be? Mark what D1 has to be.",
    help: "With D4 and D6, there would be ships on B4-D4 and B6-D6, but there is only one cruiser.",
  },
};

export const TEXTS = {
  label: "Lessons",
  place: (/** @type {number} */ number, /** @type {number} */ of) => `Lesson ${number} of ${of}`,
  mark: "What taps mark",
  ship: "Ship",
  water: "Water",
  help: "Help me",
  again: "Again",
  next: "Next lesson",
  play: "Play a puzzle",
  fleet: "Fleet",
  done: "done",
  allDone: "That was the last lesson. You know all that most puzzles need.",
  known: (/** @type {string} */ square) => `${square} is known already.`,
  good: (/** @type {number} */ left) => `Right. ${left} more ${left === 1 ? "square" : "squares"} in this step.`,
  right: (/** @type {string} */ reason) => `Well done. ${reason}`,
  wrong: (/** @type {string} */ square, /** @type {string} */ help) => `Not quite: ${square} is one of the squares, but it is the other kind. ${help}`,
  early: (/** @type {string} */ square, /** @type {string} */ help) => `That is how ${square} turns out, but nothing on this board shows it yet in this way. ${help}`,
  other: (/** @type {string} */ square, /** @type {string} */ help) => `${square} does not follow from this step. ${help}`,
};
