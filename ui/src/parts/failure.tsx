/** Messages for a document that cannot be shown: what happened, and what to do. */

import { h, type JSX } from "preact";
import { FORMAT_VERSION, type Failure } from "../host/load";
import { t } from "../i18n";

export function FailureView({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): JSX.Element {
  const [title, remedy] = wordsOf(failure);
  return (
    <div class="state" role="alert">
      <p class="state-title">{title}</p>
      <p>
        <code>{failure.url}</code>
      </p>
      <p class="remedy">{remedy}</p>
      <button class="button" onClick={onRetry}>{t("Try again")}</button>
    </div>
  );
}

/** What has happened, and what to do. */
function wordsOf(failure: Failure): readonly [title: string, remedy: string] {
  switch (failure.kind) {
    case "missing":
      return [
        t("The document is missing") + (failure.status === undefined ? "" : ` (${failure.status})`),
        t("Check the connection, and that the documents' folder was built and published next to this page."),
      ];
    case "message":
      return [t("The server responds with {0}", failure.status), failure.words];
    case "unreadable":
      return [
        t("The document cannot be read"),
        `${failure.detail || t("It is not an api-docs.json")}. ${t("Build the documentation again, and check that the server sends this very file.")}`,
      ];
    case "newer":
      return [
        t("The document has the newer format {0}", failure.version),
        t("This page reads {0}. Empty the browser's cache, or build everything with one version of ggdocs.", FORMAT_VERSION),
      ];
    default:
      return failure satisfies never;
  }
}

export function Loading({ title }: { readonly title: string }): JSX.Element {
  return <div class="state loading" role="status">{t("Loading {0} …", title)}</div>;
}
