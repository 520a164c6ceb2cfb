/** What the chunk of the search gives to the palette. */

export { hitItems, noteRecent, suggested } from "./items";
export { indexOf, search } from "./search";
