/** Which methods return a type to clients, and which accept it from them. */

import type { ApiDocsDocument } from "../document";
import { entriesOf, isHttp, refOf, type Entry, type MethodRef } from "./contracts";
import { mentionsOf, usersOfTypes, type UsersOf } from "./uses";

export interface Exchange {
  readonly returnedBy: UsersOf;
  readonly acceptedBy: UsersOf;
}

interface Place extends MethodRef {
  readonly entry: Entry;
}

const known = new WeakMap<ApiDocsDocument, Exchange>();

/** Computed once for each document; types in the data of an error are not counted. */
export function exchangeOf(document: ApiDocsDocument): Exchange {
  let found = known.get(document);
  if (!found) {
    const places = entriesOf(document).map((entry): Place => ({ ...refOf(entry), entry }));
    found = {
      returnedBy: usersOfTypes(document, places, (place) => mentionsOf(document, place, (name) => isReceived(name, place))),
      acceptedBy: usersOfTypes(document, places, (place) => mentionsOf(document, place, (name) => !isReceived(name, place))),
    };
    known.set(document, found);
  }
  return found;
}

/**
 * Whether the client receives what is at a place of a method: responses, and messages of the server; of what the
 * service itself sends, the request.
 */
function isReceived(place: string, { entry: { contract, method } }: Place): boolean {
  if (!isHttp(method)) return place === (method.wsDirection === "OUT" ? "successResponse" : "wsInput");
  return ["successResponse", "responseHeader"].includes(place) !== (contract.kind === "http" && contract.outgoing === true);
}
