/** Names for puzzles: those they have, otherwise two words that their seed or their clues determine. */

import { keyOf } from "./service/permalink.js";
import { locale, nameOf, phrase } from "./language.js";

/** The first and the second words of names. In German both make one word, so the second ones are small there. */
const [FIRST, SECOND] = [
  phrase("Amber Ancient Autumn Blue Bright Broken Calm Clear Cobalt Copper Coral Crystal Dark Distant Drifting Early Eastern Emerald Far Foggy Frosty Gentle Golden Green Grey Hidden High Hollow Indigo Ivory Jade Late Lone Lost Low Misty Moonlit Narrow Northern Old Opal Outer Pale Pearl Quiet Rocky Rosy Rough Russet Salt Scarlet Secret Silent Silver Southern Steady Stormy Sunken Sunny Swift Twin Western White Winter").split(" "),
  phrase("Anchorage Archipelago Atoll Bar Basin Bay Beacon Bight Breaker Cape Channel Cliff Cove Creek Current Deep Delta Dune Eddy Estuary Fjord Flats Ford Gulf Harbour Haven Headland Inlet Island Isthmus Jetty Keel Lagoon Landing Ledge Lighthouse Marina Marsh Mooring Narrows Ness Passage Pier Point Pool Port Quay Race Reach Reef Roads Rock Sands Shallows Shelf Shoal Shore Sound Spit Strait Surf Swell Tide Wharf").split(" "),
];
/** How the puzzles of the days begin. */
const DAY = /^\d{4}-\d{2}-\d{2}(?=$|, )/;

/** The name for a seed, or for any other text. @param {string | number} seed */
export function nameFor(seed) {
  const number = hash(String(seed));
  return phrase("{first} {second}", { first: FIRST[number % FIRST.length], second: SECOND[Math.floor(number / FIRST.length) % SECOND.length] });
}

/** The name of a puzzle to show. @param {import("./board/puzzle.js").PuzzleData} data */
export function titleOf(data) {
  const id = String(data.id ?? "");
  return id === "" ? nameFor(keyOf(data)) : nameShown(id);
}

/** A name without the grade at its end, which is shown beside it. @param {string} name @param {string | null | undefined} grade */
export function withoutGrade(name, grade) {
  const end = grade ? `, ${nameOf(grade)}` : "";
  return name.endsWith(end) ? name.slice(0, name.length - end.length) : name;
}

/** A stored name to show: a day is written as the language does. @param {string} id */
export const nameShown = (id) => id.replace(DAY, (day) => dayShown(day));

/** A day as the language writes it. @param {string} day  like `2026-01-31` */
export function dayShown(day) {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : date.toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
}

/** FNV-1a. @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
