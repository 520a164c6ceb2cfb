/** Makes small documents for tests. */

import type { ApiDocsDocument, Content, Framing, HttpMethod, WebSocketMethod } from "./document";
import type { JsonSchema } from "./types/json-schema";

export function documentWith(parts: Partial<ApiDocsDocument> = {}): ApiDocsDocument {
  return {
    version: "2.1",
    service: { slug: "shop", name: "Shop" },
    groups: [],
    schemas: {},
    errors: {},
    uses: {},
    ...parts,
  };
}

export function withSchemas(schemas: Record<string, JsonSchema>): ApiDocsDocument {
  return documentWith({ schemas });
}

export function httpMethod(name: string, httpPath = `/${name}`): HttpMethod {
  return { name, httpMethod: "GET", httpPath, errors: [] };
}

/** A schema that refers to a named one. */
export function refTo(name: string): JsonSchema {
  return { $ref: `#/schemas/${name}` };
}

export function wsMethod(name: string): WebSocketMethod {
  return { name, wsDirection: "OUT", wsPattern: "event", errors: [] };
}

function frame(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const ID: JsonSchema = { type: ["string", "integer"], "x-placeholder": "id" };
const METHOD: JsonSchema = { type: "string", "x-placeholder": "method" };
const PAYLOAD: JsonSchema = { "x-placeholder": "payload" };
const ERROR: JsonSchema = { "x-placeholder": "error" };

/** The default framing of contracts. */
export const FRAMING: Framing = {
  name: "ggdocs",
  request: frame({ id: ID, method: METHOD, data: PAYLOAD }),
  event: frame({ method: METHOD, data: PAYLOAD }),
  answer: frame({ id: ID, data: PAYLOAD }),
  error: frame({ id: ID, error: ERROR }),
  eventError: frame({ method: METHOD, error: ERROR }),
  refusal: frame({ error: ERROR }),
  idLocation: "/id",
};

function json(name: string): Content {
  return { mediaType: "application/json", schema: refTo(name) };
}

/** One group `orders` with `OrderApi` and one group `people` with `UserApi` and `RoomApi`. */
export const SHOP: ApiDocsDocument = documentWith({
  groups: [
    {
      name: "Orders",
      slug: "orders",
      contracts: [
        {
          kind: "http",
          name: "OrderApi",
          pathPrefix: "/orders",
          methods: [
            { ...httpMethod("get_order", "/orders/{id}"), successResponse: { contents: [json("Order")] } },
            httpMethod("list_orders", "/orders"),
          ],
        },
      ],
    },
    {
      name: "People",
      slug: "people",
      contracts: [
        {
          kind: "http",
          name: "UserApi",
          pathPrefix: "/users",
          methods: [
            {
              ...httpMethod("get_user", "/users/{id}"),
              pathParams: [{ name: "id", required: true, schema: refTo("UserId") }],
              successResponse: { contents: [json("User")] },
            },
          ],
        },
        { kind: "ws",
          framing: FRAMING, name: "RoomApi", path: "/ws/room", methods: [wsMethod("say")] },
      ],
    },
  ],
  schemas: {
    UserId: { type: "string", title: "UserId", "x-brand": ["UserId"] },
    "Amount-Input": { type: "number", title: "Amount", "x-brand": ["Amount"], "x-type": "Amount" },
    "Amount-Output": { type: "string", title: "Amount", "x-brand": ["Amount"], "x-type": "Amount" },
    Order: { type: "object", title: "Order", properties: { buyer: refTo("UserId") } },
    User: { type: "object", title: "User", properties: { id: refTo("UserId"), friend: refTo("UserId") } },
  },
  errors: { ORDER_NOT_FOUND: { type: "ORDER_NOT_FOUND", statusCode: 404 } },
  uses: {
    schemas: { Order: ["UserId"], User: ["UserId", "UserId"] },
    methods: {
      "orders/OrderApi/get_order": { successResponse: ["Order"] },
      "people/UserApi/get_user": { path: ["UserId"], successResponse: ["User"] },
    },
  },
});
