/** Bodies that are filled in. */

import type { Draft, Drafts } from "../host/fill";

/** The drafts with that of a method, or without it: then its body is an example. */
export function withDraft({ drafts }: Pick<Drafts, "drafts">, method: object | undefined, draft: Draft | undefined): Drafts["drafts"] {
  const next = new Map(drafts);
  if (method && draft) next.set(method, draft);
  else if (method) next.delete(method);
  return next;
}
