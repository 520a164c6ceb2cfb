/** Which methods return a type to clients, and which accept it from them. */

import { isHttp, type ApiDocsDocument, type Contract, type Method, type MethodRef } from "../document";
import { usersOfTypes, type UsersOf } from "./uses";

export interface Exchange {
  readonly returnedBy: UsersOf;
  readonly acceptedBy: UsersOf;
}

interface Place extends MethodRef {
  readonly owner: Contract;
  readonly entry: Method;
}

const known = new WeakMap<ApiDocsDocument, Exchange>();

/** Computed once for each document; types in the data of an error are not counted. */
export function exchangeOf(document: ApiDocsDocument): Exchange {
  let found = known.get(document);
  if (!found) {
    const places = document.groups.flatMap((group) =>
      group.contracts.flatMap((owner) =>
        owner.methods.map((entry): Place => ({ group: group.slug, contract: owner.name, method: entry.name, owner, entry })),
      ),
    );
    found = {
      returnedBy: usersOfTypes(document, places, (place) => mentioned(document, place, true)),
      acceptedBy: usersOfTypes(document, places, (place) => mentioned(document, place, false)),
    };
    known.set(document, found);
  }
  return found;
}

function mentioned({ uses }: ApiDocsDocument, place: Place, received: boolean): readonly string[] {
  const owner = `${place.group}/${place.contract}`;
  return [uses?.contracts?.[owner], uses?.methods?.[`${owner}/${place.method}`]].flatMap((places = {}) =>
    Object.entries(places).flatMap(([name, types]) => (isReceived(name, place) === received ? types : [])),
  );
}

/**
 * Whether the client receives what is at a place of a method: responses, and messages of the server; of what the
 * service itself sends, the request.
 */
function isReceived(place: string, { owner, entry }: Place): boolean {
  if (!isHttp(entry)) return place === (entry.wsDirection === "OUT" ? "successResponse" : "wsInput");
  return ["successResponse", "responseHeader"].includes(place) !== (owner.kind === "http" && owner.outgoing === true);
}
