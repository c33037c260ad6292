/** What is waited for, in words; loaded when the first answer takes long. */

import { phrase } from "../language.js";

/** By the operation. @type {Record<string, string>} */
export const WORK = {
  generate: phrase("Making a puzzle…"), hint: phrase("Looking for a hint…"), review: phrase("Checking…"), explain: phrase("Explaining…"), why: phrase("Explaining…"),
  solve: phrase("Counting…"), count: phrase("Counting…"), minimise: phrase("Removing clues…"), booklet: phrase("Setting the pages…"), draw: phrase("Drawing…"), convert: phrase("Reading…"),
};
