/** What the chunk of details gives to the views: examples, the right column of a method, types and errors, who uses them, released versions, the nearest address, the search. */

export { Failures } from "./catalogue/method-parts";
export { Flows } from "./catalogue/flows";
export { imprint } from "./catalogue/imprint";
export { MethodFoot } from "./catalogue/method-parts";
export { FormParts, ResponseLinks, SentAs } from "./catalogue/method-parts";
export { PageOf } from "./catalogue/pages";
export { ProblemList } from "./catalogue/imprint";
export { WorkflowList } from "./catalogue/workflows";
export { TypeTree } from "./catalogue/trees";
export { Highlighted, UsersPopover } from "./catalogue/users";
export { AsSent, ErrorExample, ExampleView } from "./example/views";
export { Contents } from "./history/contents";
export { VersionNotice, VersionSelect } from "./history/switcher";
export { Unknown } from "./history/unknown";
export { Versions } from "./history/versions";
export { Drawer } from "./views/drawer";
export { Side } from "./samples/panel";
export { Hits } from "./search/items";
export { wordsOfValues } from "./types/enumerations";
