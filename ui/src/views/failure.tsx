/** Messages for a document or a page that cannot be shown: what happened, and what to do. */

import type { JSX } from "preact";
import { FORMAT_VERSION } from "../document";
import type { Failure } from "../host/load";
import { detailsModule } from "../lazy-modules";
import { Heading } from "./heading";
import { useLinks, useShown } from "./context";
import { useLazyModule } from "./lazy";
import { interpolate, t } from "../i18n";

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
      <p class="remedy">{remedyOf(failure)}</p>
      <button class="button" onClick={onRetry}>
        {t("Try again")}
      </button>
    </div>
  );
}

function titleOf(failure: Failure): string {
  switch (failure.kind) {
    case "missing":
      return t("The document is missing") + (failure.status === undefined ? "" : ` (${failure.status})`);
    case "message":
      return t("The server responds with {0}", failure.status);
    case "unreadable":
      return t("The document cannot be read");
    case "newer":
      return t("The document has the newer format {0}", failure.version);
    default:
      return failure satisfies never;
  }
}

function remedyOf(failure: Failure): string {
  switch (failure.kind) {
    case "missing":
      return t("Check the connection, and that the documents' folder was built and published next to this page.");
    case "message":
      return failure.words;
    case "unreadable":
      return `${failure.detail}. ${t("Build the documentation again, and check that the server sends this very file.")}`;
    case "newer":
      return t(
        "This page reads {0}. Empty the browser's cache, or build everything with one version of ggdocs.",
        FORMAT_VERSION,
      );
    default:
      return failure satisfies never;
  }
}

export function Unknown({ words }: { readonly words: string }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const { name } = model.document.service;
  const { value: details } = useLazyModule(detailsModule);
  return (
    <div class="state" role="alert">
      <Heading level={1}>{t("There is nothing at this address")}</Heading>
      <p>
        {interpolate<JSX.Element | string>(
          "{0} has no {1}. It may have been renamed or removed.",
          name,
          <code>{words}</code>,
        )}
      </p>
      {details && <details.Instead words={words} />}
      <p>
        <a href={link({ kind: "overview" })}>{t("All of {0}", name)}</a>
      </p>
    </div>
  );
}

export function Loading({ title }: { readonly title: string }): JSX.Element {
  return (
    <div class="state loading" role="status">
      {t("Loading {0} …", title)}
    </div>
  );
}
