/** What the chunk of details gives to the views: examples, the right column of a method, types and errors, who uses them, all methods on one page, released versions, the nearest address. */

export { ImportSteps } from "./catalogue/import-steps";
export { MethodFoot } from "./catalogue/method-foot";
export { FormParts, MethodHead, ResponseLinks, SentAs } from "./catalogue/method-parts";
export { PageOf } from "./catalogue/pages";
export { BrandTree, TypeTree } from "./catalogue/trees";
export { UsersPopover } from "./catalogue/users";
export { Continuous } from "./continuous";
export { exampleOf } from "./example";
export { Contents } from "./history/contents";
export { VersionNotice, VersionSelect } from "./history/switcher";
export { Unknown } from "./history/unknown";
export { Versions } from "./history/versions";
export { Side } from "./samples/panel";
