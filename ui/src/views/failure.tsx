/** What stands where a document or a page cannot be shown: what happened, and what to do. */

import type { JSX } from "preact";
import { FORMAT_VERSION } from "../document";
import type { Failure } from "../host/load";
import { nearestPage } from "../model/nearest";
import { Heading } from "./heading";
import { useLinks, useShown } from "./context";

export function FailureView({
  failure,
  onRetry,
}: {
  readonly failure: Failure;
  readonly onRetry: () => void;
}): JSX.Element {
  return (
    <div class="state" role="alert">
      <p class="state-title">{titleOf(failure)}</p>
      <p>
        <code>{failure.url}</code>
      </p>
      <p>{remedyOf(failure)}</p>
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function titleOf(failure: Failure): string {
  switch (failure.kind) {
    case "missing":
      return `The document is missing${failure.status === undefined ? "" : ` (${failure.status})`}`;
    case "unreadable":
      return "The document cannot be read";
    case "newer":
      return `The document has the newer format ${failure.version}`;
    default:
      return failure satisfies never;
  }
}

function remedyOf(failure: Failure): string {
  switch (failure.kind) {
    case "missing":
      return "Check the connection, and that the documents' folder was built and published beside this page.";
    case "unreadable":
      return `${failure.detail}. Build the documentation again, and check that the server sends this very file.`;
    case "newer":
      return `This page reads ${FORMAT_VERSION}. Empty the browser's cache, or build everything with one version of ggdocs.`;
    default:
      return failure satisfies never;
  }
}

export function Unknown({ words }: { readonly words: string }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const nearest = nearestPage(model, words);
  return (
    <div class="state" role="alert">
      <Heading level={1}>There is nothing at this address</Heading>
      <p>
        {model.document.service.name} has no <code>{words}</code>. It may have been renamed or removed.
      </p>
      {nearest && (
        <p>
          The nearest is <a href={link(nearest.page)}>{nearest.label}</a>.
        </p>
      )}
      <p>
        <a href={link({ kind: "overview" })}>All of {model.document.service.name}</a>
      </p>
    </div>
  );
}

export function Loading({ title }: { readonly title: string }): JSX.Element {
  return (
    <div class="state loading" role="status">
      Loading {title} …
    </div>
  );
}
