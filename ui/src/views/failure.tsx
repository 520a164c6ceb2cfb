/** What stands where a document or a page cannot be shown: what happened, and what to do. */

import type { JSX } from "preact";
import { FORMAT_VERSION } from "../document";
import type { Failure } from "../host/load";
import { nearestPage } from "../model/nearest";
import { Heading } from "./heading";
import { useLinks, useShown } from "./context";

export function FailureView({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): JSX.Element {
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
      return failure.status === undefined ? "The document cannot be reached" : `The document is missing (${failure.status})`;
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
      return failure.status === undefined
        ? "Check the connection. If this page was copied, copy the folder with the documents as well."
        : "Build the documentation again, and see that the folder with the documents is published beside this page.";
    case "unreadable":
      return `It is no contract document: ${failure.detail}. Build the documentation again; a server that answers every address with a page is another cause.`;
    case "newer":
      return `This page understands ${FORMAT_VERSION}. Empty the browser's cache and load the page again, or build the documentation again with one version of sphinxcontrib-ggdocs.`;
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
