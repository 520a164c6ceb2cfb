/** What the chunk of the search gives to the palette. */

export { Hits } from "./items";
