/** The controls that an embedded puzzle can have. The address names those chosen: `embed.html?controls=undo,check#r=…`. */

import { phrase } from "../language.js";

/** Their names and labels, and the commands that each allows. @type {readonly [name: string, label: string, commands: string[]][]} */
export const CONTROLS = [
  ["title", phrase("Name and size"), []],
  ["clock", phrase("Clock"), ["pause"]],
  ["undo", phrase("Undo and redo"), ["undo", "redo"]],
  ["checkpoint", phrase("Try out"), ["checkpoint", "back", "drop"]],
  ["check", phrase("Check"), ["check"]],
  ["hint", phrase("Hint"), ["hint"]],
  ["fleet", phrase("Fleet"), []],
  ["link", phrase("Link to the page"), []],
];
export const USUAL = ["title", "clock", "undo", "check", "hint", "fleet", "link"];

/** The names of the controls that an address chooses; unknown ones are left out. @param {string} query */
export function chosenControls(query) {
  const text = new URLSearchParams(query).get("controls");
  const names = text === null ? USUAL : text.split(",");
  return CONTROLS.map(([name]) => name).filter((name) => names.includes(name));
}

/** The message with which an embedded puzzle reports its height in pixels. */
export const SIZE_MESSAGE = "bimaru:height";
