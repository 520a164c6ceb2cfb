/** Examples for schemas. */

export { exampleOf } from "./example";
