/** The words of the lessons, by the technique that each teaches, besides its principle, which the library has. */

import { phrase } from "../language.js";

/** @type {Record<string, {title: string, task: string, help: string}>} */
export const LESSONS = {
  "rest of the line is water": {
    title: phrase("A line that is full"),
    task: phrase("One line has all its ship squares. Choose Water, and fill the rest of it."),
    help: phrase("Look for a line that has as many ship squares as its tally, and still has empty squares."),
  },
  "rest of the line is ship": {
    title: phrase("A line that needs every square"),
    task: phrase("One row needs all its empty squares. Mark them as ship."),
    help: phrase("Count, for each row, the ship squares that it needs and the empty squares that it has."),
  },
  "ships do not touch": {
    title: phrase("Ships do not touch"),
    task: phrase("Mark the diagonal neighbours of the ship square as water."),
    help: phrase("Of the squares around the middle, only those at its corners are certain."),
  },
  "around a given part": {
    title: phrase("What a given part shows"),
    task: phrase("Mark the water around the given submarine."),
    help: phrase("Every square around a submarine is water, also those at its corners."),
  },
  "water round a finished ship": {
    title: phrase("A ship that is complete"),
    task: phrase("The cruiser, the only ship of three squares, is found. So one ship of two squares is complete: mark the water at its end."),
    help: phrase("Look at the ship squares in column 5."),
  },
  "direction of a middle": {
    title: phrase("The direction of a middle"),
    task: phrase("The ship through E1 can lie in one direction only. Mark its neighbours there as ship."),
    help: phrase("E1 is at the edge of the grid, so its ship cannot lie in the row."),
  },
  "no ship fits": {
    title: phrase("No ship fits"),
    task: phrase("The three ships of one square are all found. In column 4, two empty squares can hold no other ship either. Mark them as water."),
    help: phrase("Look at A4 and C4: a longer ship there would give its row more squares than its tally."),
  },
  "last places": {
    title: phrase("The last place for a ship"),
    task: phrase("The cruiser of three squares has one place left. Mark the rest of it as ship."),
    help: phrase("Look at column 2, which has a ship square already."),
  },
  "no ship fits: starved line": {
    title: phrase("Starved lines"),
    task: phrase("For this reason, two of the empty squares in column 5 can hold no ship. Which ones? Mark them as water."),
    help: phrase("Suppose a ship on E5 or F5: the water around it takes squares that row E or column 4 needs."),
  },
  contradiction: {
    title: phrase("The first supposition"),
    task: phrase("Suppose that D1 is water. Row D then needs D4 and D6. How many ships of three squares would there be? Mark what D1 has to be."),
    help: phrase("With D4 and D6, there would be ships on B4-D4 and B6-D6, but there is only one cruiser."),
  },
};
