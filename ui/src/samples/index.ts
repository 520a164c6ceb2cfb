/** What the chunk of samples gives to the views: examples, and the right column of a method. */

export { exampleOf } from "../example";
export { Request, Results } from "./panel";
