/** What is loaded later: the views of the details, and those of the console. Their scripts are above, and are given by `main.tsx`. */

import type { ComponentChildren, JSX } from "preact";
import type {
  ApiDocsDocument, Content, ErrorDefinition, Example, HttpMethod, Param, ResponseLink, Service, WebSocketContract, WebSocketMethod, Workflow,
} from "../document";
import type { DocumentLink } from "../host/attributes";
import type { Problem } from "../model/check";
import type { Contract, Entry, Method, MethodRef } from "../model/contracts";
import type { Route } from "../model/route";
import type { SecurityScheme } from "../types/security-scheme";
import type { JsonSchema, SchemaOrBoolean } from "../types/json-schema";

type View<P = object> = (props: P) => JSX.Element | null;

export interface ExampleProps {
  readonly schema: SchemaOrBoolean;
  /** What it is an example of. */
  readonly of: string;
  /** Those that the author gives. */
  readonly examples?: readonly Example[] | undefined;
}

export interface SentError {
  readonly contract: WebSocketContract;
  readonly outer: JsonSchema;
  readonly key: string;
}

export interface ErrorProps {
  readonly error: ErrorDefinition;
  readonly format: Contract["errorFormat"];
  readonly sent: SentError | undefined;
  readonly of: string;
}

export interface SentProps {
  readonly contract: WebSocketContract;
  readonly method: WebSocketMethod;
  /** Whether it is the reply. */
  readonly reply?: boolean;
}

export interface UsersProps {
  readonly kind: "schema" | "brand" | "error";
  readonly name: string;
  readonly type: string;
  readonly users: readonly MethodRef[];
  readonly anchor: { readonly current: HTMLElement | null };
  readonly onClose: () => void;
}

export interface HitsProps {
  readonly documents: readonly ApiDocsDocument[];
  /** The document shown. */
  readonly slug: string;
  readonly query: string;
  /** Of the list. */
  readonly id: string;
  /** Receives the keys of the field. */
  readonly onKey: { current: ((event: KeyboardEvent) => void) | undefined };
  /** Is given the id of the selected line. */
  readonly onActive: (id: string | undefined) => void;
  readonly onFind: (query: string) => void;
  /** Open the best line at once. */
  readonly open: boolean;
  readonly onOpen: (hash: string) => void;
}

/** What the script of details has: what the first view does not need. */
export interface Details {
  readonly AsSent: View<SentProps>;
  readonly Contents: View<{ readonly words: readonly string[] }>;
  readonly Drawer: View<{ readonly onClose: () => void; readonly children: ComponentChildren }>;
  readonly ErrorExample: View<ErrorProps>;
  readonly ExampleView: View<ExampleProps>;
  readonly Failures: View<{ readonly contract: WebSocketContract }>;
  readonly Flows: View<{ readonly scheme: SecurityScheme; readonly scopes: readonly string[] | undefined }>;
  readonly FormParts: View<{ readonly content: Content }>;
  readonly Highlighted: View;
  readonly Hits: View<HitsProps>;
  readonly MethodFoot: View<{ readonly entry: Entry }>;
  readonly PageOf: View;
  readonly ProblemList: View<{ readonly problems: readonly Problem[] }>;
  readonly ResponseLinks: View<{ readonly links: readonly ResponseLink[] }>;
  readonly SentAs: View<{ readonly of: Param }>;
  readonly Side: View<{ readonly entry: Entry; readonly title: string }>;
  readonly TypeTree: View<{ readonly words: readonly string[]; readonly brands: boolean }>;
  readonly Unknown: View;
  readonly UsersPopover: View<UsersProps>;
  readonly VersionNotice: View<{ readonly links: readonly DocumentLink[]; readonly route: Route }>;
  readonly VersionSelect: View;
  readonly Versions: View<{ readonly part: Contract | Method | ErrorDefinition }>;
  readonly WorkflowList: View<{ readonly listed: readonly Workflow[] }>;
  readonly imprint: (service: Service) => JSX.Element;
  readonly wordsOfValues: (schema: JsonSchema) => readonly string[];
}

/** What the script of those who send calls has. */
export interface ConsoleParts {
  readonly Console: View<{ readonly entry: Entry; readonly method: HttpMethod; readonly onClose: () => void }>;
  readonly FillIn: View<{ readonly entry: Entry }>;
  readonly Socket: View<{
    readonly entry: Entry;
    readonly contract: WebSocketContract;
    readonly method: WebSocketMethod;
    readonly onClose: () => void;
  }>;
}
