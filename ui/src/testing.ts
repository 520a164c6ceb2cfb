/** Makes small documents for tests. */

import type { ApiDocsDocument, HttpMethod, JsonSchema, WebSocketMethod } from "./document";

export function documentWith(parts: Partial<ApiDocsDocument> = {}): ApiDocsDocument {
  return {
    version: "1.0",
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

export function wsMethod(name: string): WebSocketMethod {
  return { name, wsDirection: "OUT", wsPattern: "event", errors: [] };
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
          methods: [httpMethod("get_order", "/orders/{id}"), httpMethod("list_orders", "/orders")],
        },
      ],
    },
    {
      name: "People",
      slug: "people",
      contracts: [
        { kind: "http", name: "UserApi", pathPrefix: "/users", methods: [httpMethod("get_user", "/users/{id}")] },
        { kind: "ws", name: "RoomApi", path: "/ws/room", methods: [wsMethod("say")] },
      ],
    },
  ],
  schemas: {
    UserId: { type: "string", title: "UserId", "x-brand": ["UserId"] },
    "Amount-Input": { type: "number", title: "Amount", "x-brand": ["Amount"], "x-type": "Amount" },
    "Amount-Output": { type: "string", title: "Amount", "x-brand": ["Amount"], "x-type": "Amount" },
    Order: { type: "object", title: "Order", properties: {} },
  },
  errors: { ORDER_NOT_FOUND: { type: "ORDER_NOT_FOUND", statusCode: 404, usedIn: [] } },
  uses: {
    UserId: [
      { group: "people", contract: "UserApi", method: "get_user", where: "path", count: 1 },
      { group: "people", contract: "UserApi", method: "get_user", where: "successResponse", count: 2 },
      { group: "orders", contract: "OrderApi", method: "get_order", where: "successResponse", count: 1 },
    ],
  },
});
