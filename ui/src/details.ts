/** What the script of details gives to the views: examples, the right column of a method, types and errors, who uses them, released versions, the nearest address, the search. */

import { consoleModule } from "./parts/lazy";

consoleModule.bring = () => import("./console"); // from here, so that it shares what the details have

export { Hits } from "./catalogue/hits";
export { WorkflowList } from "./catalogue/workflows";
export { imprint } from "./catalogue/imprint";
export { ProblemList } from "./catalogue/imprint";
export { Highlighted, UsersPopover } from "./catalogue/users";
export { Versions } from "./history/versions";
export { AsSent, ErrorExample, ExampleView } from "./catalogue/examples";
export { Flows } from "./catalogue/flows";
export { MethodFoot } from "./catalogue/method-parts";
export { Failures } from "./catalogue/method-parts";
export { wordsOfValues } from "./types/enumerations";
export { FormParts, ResponseLinks, SentAs } from "./catalogue/method-parts";
export { Side } from "./catalogue/side";
export { TypeTree } from "./catalogue/trees";
export { Contents } from "./history/contents";
export { VersionNotice, VersionSelect } from "./history/switcher";
export { PageOf } from "./catalogue/pages";
export { Drawer } from "./parts/drawer";
export { Unknown } from "./history/unknown";
