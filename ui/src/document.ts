/**
 * The contract document, the one input of the UI.
 *
 * Mirrors `sphinxcontrib_ggdocs/native/document_model.py`, where every key is explained.
 */

export const FORMAT_VERSION = "2.0";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What snapshots say of versions: by what has happened the version, null of what is not released; and what the change is one of. */
export type SchemaHistory = Readonly<Record<string, string | null>>;

/** A JSON Schema 2020-12 object; references read `#/schemas/<name>`. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  /** When the document is loaded, titles that several types share are replaced by the types' names. */
  title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly "x-since"?: string;
  readonly "x-history"?: SchemaHistory;
  /** By the value as JSON. */
  readonly "x-enum-history"?: SchemaHistory;
  readonly "x-deprecated-since"?: string;
  readonly "x-sunset"?: string;
  readonly "x-replaced-by"?: string;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly externalDocs?: ExternalDocs;

  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];

  readonly properties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaOrBoolean;
  readonly propertyNames?: SchemaOrBoolean;
  readonly patternProperties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;

  readonly items?: SchemaOrBoolean;
  readonly prefixItems?: readonly SchemaOrBoolean[];
  readonly contains?: SchemaOrBoolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;

  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;

  readonly oneOf?: readonly SchemaOrBoolean[];
  readonly anyOf?: readonly SchemaOrBoolean[];
  readonly allOf?: readonly SchemaOrBoolean[];
  readonly not?: SchemaOrBoolean;
  readonly discriminator?: Discriminator;

  /** The chain of brands, the innermost first. */
  readonly "x-brand"?: readonly string[];
  /** In a framing: what each message has of its own here. */
  readonly "x-placeholder"?: "id" | "method" | "payload" | "error" | "type" | "code" | "message";
  /** The name of the type of which this is one facet. */
  readonly "x-type"?: string;
}

export type SchemaOrBoolean = JsonSchema | boolean;

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: Readonly<Record<string, string>>;
}

export interface Source {
  /** Absent of a method that is written in the module of its contract. */
  readonly module?: string;
  readonly line?: number;
}

export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

/** Whom to ask about the service. */
export interface Contact {
  readonly name?: string;
  readonly url?: string;
  readonly email?: string;
}

export interface License {
  readonly name: string;
  /** Of SPDX. */
  readonly identifier?: string;
  readonly url?: string;
}

export interface Service {
  readonly slug: string;
  readonly name: string;
  readonly version?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly owner?: string;
  readonly lifecycle?: string;
  readonly servers?: readonly Server[];
  readonly externalDocs?: ExternalDocs;
  readonly contact?: Contact;
  readonly license?: License;
  readonly termsOfService?: string;
}

export interface Auth {
  readonly scheme: "bearer" | "api-key";
  readonly headerName: string;
  readonly description?: string;
}

/** Alternatives; each maps schemes that are needed together to their scopes. `{}` needs no credentials. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface OAuthFlow {
  readonly deviceAuthorizationUrl?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes?: Readonly<Record<string, string>>;
}

/** As OpenAPI 3.2, 4.27, writes it. */
export interface SecurityScheme {
  readonly type: string;
  readonly description?: string;
  readonly name?: string;
  readonly in?: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: Readonly<Record<string, OAuthFlow>>;
  readonly openIdConnectUrl?: string;
  readonly deprecated?: boolean;
}

export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

export interface Permission {
  readonly text: string;
  readonly tree: JsonObject;
}

/** What the author says of an example; its value is among those of the schema. */
export interface Example {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  /** The URL of a value that is elsewhere. */
  readonly externalValue?: string;
}

export interface Param {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
  readonly deprecated?: true;
  /** As OpenAPI 3.1, 4.8.12.2, calls them; absent: as usual. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly mediaType?: string;
  readonly examples?: readonly Example[];
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
  /** Names. */
  readonly headers?: readonly string[];
}

export interface FilePart {
  readonly mediaTypes?: readonly string[];
  /** In bytes. */
  readonly maxSize?: number;
}

export interface Content {
  readonly mediaType: string;
  /** Absent for raw bytes. Of a stream: the schema of one event. */
  readonly schema?: JsonSchema;
  /** Which properties of a multipart body are files; the key `""` is the body itself. */
  readonly files?: Readonly<Record<string, FilePart>>;
  /** How properties of a form are sent where that is not as usual. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
  readonly stream?: true;
  readonly examples?: readonly Example[];
}

export interface Body {
  readonly required: boolean;
  readonly contents: readonly Content[];
  readonly description?: string;
}

/** A call that values of a response are good for. */
export interface ResponseLink {
  readonly name: string;
  /** `group slug/contract/method`. */
  readonly method?: string;
  /** Of a method that the document does not have. */
  readonly operation?: string;
  readonly parameters?: JsonObject;
  readonly body?: JsonValue;
  readonly description?: string;
}

export interface SuccessResponse {
  /** Absent in WebSocket answers. */
  readonly statusCode?: number;
  /** Instead of one status a range such as `4XX`, or `default`. */
  readonly statusRange?: string;
  readonly description?: string;
  /** Absent: no content. */
  readonly contents?: readonly Content[];
  readonly links?: readonly ResponseLink[];
}

/** What the author says of the versions of a method or a contract. */
export interface Lifecycle {
  readonly since?: string;
  readonly deprecatedSince?: string;
  /** The day from which it may be gone. */
  readonly sunset?: string;
  readonly replacement?: string;
}

/** What a version means for a method. */
export interface MethodEvent {
  readonly kind: "added" | "changed" | "deprecated";
  /** Absent: not released yet. */
  readonly version?: string;
  /** Positions in the document's `changes`. */
  readonly changes?: readonly number[];
}

/** A change of methods. */
export interface MethodChange {
  /** Kind and key of what a method uses and what has changed; absent: it is the method itself. */
  readonly of?: string;
  readonly text: string;
  readonly verdict?: "risky" | "breaking";
  readonly accepted?: string;
}

/** A method that released versions had. */
export interface RemovedMethod {
  readonly group: string;
  readonly contract: string;
  readonly name: string;
  readonly title: string;
  /** Absent: it is not released yet that it is gone. */
  readonly version?: string;
  /** What it is called now: `Contract.method`; absent: it is gone. */
  readonly renamedTo?: string;
  readonly deprecationMessage?: string;
  readonly replacement?: string;
}

/** A type or an error that released versions had. */
export interface RemovedObject {
  readonly kind: "schema" | "brand" | "error";
  readonly name: string;
  /** Absent: it is not released yet that it is gone. */
  readonly version?: string;
  /** The type that is in its places now. */
  readonly renamedTo?: string;
}

interface MethodBase {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly deprecationMessage?: string;
  readonly lifecycle?: Lifecycle;
  /** The oldest first. */
  readonly history?: readonly MethodEvent[];
  readonly permission?: Permission;
  /** The complete requirement; absent if that of the contract applies. */
  readonly security?: Security;
  readonly externalDocs?: ExternalDocs;
  readonly source?: Source;
  readonly successResponse?: SuccessResponse;
  readonly errors: readonly string[];
}

export interface HttpMethod extends MethodBase {
  readonly httpMethod: string;
  /** All verbs, when there are several. */
  readonly httpMethods?: readonly string[];
  /** The whole path, with `{name}` placeholders. */
  readonly httpPath: string;
  /** All paths, when there are several. */
  readonly httpPaths?: readonly string[];
  readonly auth?: readonly Auth[];
  readonly pathParams?: readonly Param[];
  readonly queryParams?: readonly Param[];
  readonly headerParams?: readonly Param[];
  readonly cookieParams?: readonly Param[];
  readonly requestBody?: Body;
  readonly moreResponses?: readonly SuccessResponse[];
  readonly responseHeaders?: readonly Param[];
  /** Instead of those of the service. */
  readonly servers?: readonly Server[];
  /** Contracts of the same group: what the service sends in the course of a call. */
  readonly callbacks?: readonly string[];
  readonly codeSamples?: readonly CodeSample[];
}

/** Code of the author. */
export interface CodeSample {
  readonly language: string;
  readonly label?: string;
  readonly code: string;
}

export interface WebSocketMethod extends MethodBase {
  /** As the client sees it: OUT is client to server. */
  readonly wsDirection: "OUT" | "IN";
  readonly wsPattern: "req" | "event";
  /** Headers of the message, which brokers carry apart from the payload. */
  readonly headerParams?: readonly Param[];
  readonly wsInput?: Body;
  /** How the message is sent where that differs from the `request` or `event` of the framing. */
  readonly wsFrame?: JsonSchema;
}

export type Method = HttpMethod | WebSocketMethod;

interface ContractBase {
  readonly name: string;
  readonly description?: string;
  readonly source?: Source;
  readonly auth?: readonly Auth[];
  readonly headers?: readonly Param[];
  readonly cookies?: readonly Param[];
  readonly permission?: Permission;
  /** Absent: nothing is declared. */
  readonly security?: Security;
  readonly deprecated?: true;
  readonly lifecycle?: Lifecycle;
  readonly externalDocs?: ExternalDocs;
  /** The form of an error on the wire; absent: `typed`. */
  readonly errorFormat?: "problem" | "plain";
}

export interface HttpContract extends ContractBase {
  readonly kind: "http";
  /** The service sends these requests: webhooks and callbacks, whose paths are names and expressions. */
  readonly outgoing?: true;
  readonly pathPrefix: string;
  readonly methods: readonly HttpMethod[];
}

/** How the messages of a contract look on the wire: schemas with `x-placeholder` for what each message has of its own. */
export interface Framing {
  readonly name: string;
  readonly description?: string;
  readonly request: JsonSchema;
  readonly event: JsonSchema;
  readonly answer: JsonSchema;
  readonly error: JsonSchema;
  readonly eventError?: JsonSchema;
  readonly refusal?: JsonSchema;
  /** With which events of clients may fail. */
  readonly eventErrors?: readonly string[];
  /** Errors for input that is no message of the contract. */
  readonly refusals?: readonly string[];
  /** The JSON pointer of the id that joins a request and its answer. */
  readonly idLocation?: string;
  /** The property of payloads that says which message it is, where messages do not name their method. */
  readonly discriminator?: string;
  /** The codes that an error may have, where messages have one. */
  readonly codes?: Readonly<Record<string, readonly number[]>>;
}

export interface WebSocketContract extends ContractBase {
  readonly kind: "ws";
  /** Of a channel that is no WebSocket: `kafka`, `mqtt`; `channel` where it is not known. */
  readonly protocol?: string;
  readonly path: string;
  readonly pathParams?: readonly Param[];
  readonly queryParams?: readonly Param[];
  /** With which the handshake may be refused. */
  readonly errors?: readonly string[];
  readonly framing: Framing;
  readonly methods: readonly WebSocketMethod[];
}

export type Contract = HttpContract | WebSocketContract;

export interface Group {
  readonly name: string;
  readonly slug: string;
  readonly description?: string;
  readonly contracts: readonly Contract[];
}

export interface MethodRef {
  readonly group: string;
  readonly contract: string;
  readonly method: string;
}

export interface ErrorDefinition {
  /** Absent if the error has no name, only a status and a body. */
  readonly type?: string;
  readonly statusCode: number;
  readonly statusRange?: string;
  readonly description?: string;
  readonly data?: JsonSchema;
  /** That of `data`; absent: `application/json`. */
  readonly mediaType?: string;
  /** Further representations; without `data` all of them. */
  readonly moreContents?: readonly Content[];
  readonly examples?: readonly Example[];
  readonly responseHeaders?: readonly Param[];
  readonly links?: readonly ResponseLink[];
  readonly deprecated?: boolean;
  readonly deprecationMessage?: string;
  readonly lifecycle?: Lifecycle;
  readonly history?: readonly MethodEvent[];
}

type Names = readonly string[];
type NamesByPlace = Readonly<Record<string, Names>>;

/** References to named schemas, one entry for each; what they reach in turn is not repeated. Empty lists are left out. */
export interface References {
  readonly schemas?: Readonly<Record<string, Names>>;
  readonly errors?: Readonly<Record<string, Names>>;
  /** By `group slug/contract`: in what the contract requires of each call. */
  readonly contracts?: Readonly<Record<string, NamesByPlace>>;
  /** By `group slug/contract/method`. */
  readonly methods?: Readonly<Record<string, NamesByPlace>>;
}

export interface Branding {
  readonly logoUrl?: string;
  readonly primaryColor?: string;
}

export interface ApiDocsDocument {
  readonly version: string;
  readonly service: Service;
  readonly groups: readonly Group[];
  /** A type with two facets is `X-Input` and `X-Output`, each with `x-type: X`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly uses: References;
  /** The schemes that `security` names. */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  readonly branding?: Branding;
  readonly markup?: "markdown" | "rst";
  /** The versions of which there are snapshots, the oldest first. */
  readonly released?: readonly string[];
  readonly changes?: readonly MethodChange[];
  /** The last removed first. */
  readonly removed?: readonly RemovedMethod[];
  readonly removedObjects?: readonly RemovedObject[];
}

/** The protocol and the address that all methods of a contract have in common. */
export function endpointOf(contract: Contract): readonly [protocol: string, address: string] {
  return contract.kind === "ws" ? [contract.protocol ?? "WebSocket", contract.path] : ["HTTP", contract.pathPrefix || "/"];
}

/** Whether a message of a WebSocket is its payload, without a frame. */
export function isBare({ request }: Framing): boolean {
  return request["x-placeholder"] !== undefined;
}

/** Whether an example of what is sent is shown instead of code: of requests of the service, and of messages of a broker. */
export function isSent(contract: Contract): boolean {
  return !!(contract.kind === "ws" ? contract.protocol : contract.outgoing);
}

/** Distinguishes the two kinds of method without the contract. */
/** The parameters of a call by their place, those of the contract and of the connection first. */
export function paramsOf(contract: Contract, method: Method): Readonly<Record<"path" | "query" | "headers" | "cookies", readonly Param[]>> {
  const own = method as HttpMethod; // of a message, headers alone
  const ws: Partial<WebSocketContract> = contract.kind === "ws" ? contract : {};
  return {
    path: [...(ws.pathParams ?? []), ...(own.pathParams ?? [])],
    query: [...(ws.queryParams ?? []), ...(own.queryParams ?? [])],
    headers: [...(contract.headers ?? []), ...(own.headerParams ?? [])],
    cookies: [...(contract.cookies ?? []), ...(own.cookieParams ?? [])],
  };
}

/** What a method answers, the usual response first. */
export function answersOf(method: Method): readonly SuccessResponse[] {
  const more = isHttp(method) ? (method.moreResponses ?? []) : [];
  return method.successResponse ? [method.successResponse, ...more] : more;
}

export function isHttp(method: Method): method is HttpMethod {
  return "httpMethod" in method;
}

const PREFIX = "#/schemas/";

/** Whether a schema lets any value be, and shows none: there is nothing to give an example of. */
export function isAny(schema: SchemaOrBoolean): boolean {
  return typeof schema === "object" ? Object.keys(schema).every((key) => /^(title|description)$/.test(key)) : schema;
}

/** The name behind a `$ref`, if the schema is a reference to a named schema. */
export function refName(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === "string" && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
}

/** A schema of the document by name; names such as `__proto__` find nothing unless declared. */
export function schemaNamed(document: ApiDocsDocument, name: string): JsonSchema | undefined {
  return Object.hasOwn(document.schemas, name) ? document.schemas[name] : undefined;
}

/** The JSON type of a value, integers being numbers; `undefined` of what is absent. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return jsonType(value) === "object";
}
