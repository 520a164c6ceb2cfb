/** Links that a document brings, which may be hostile. */

import type { JSX } from "preact";
import type { ExternalDocs } from "../document";

/** The address when it leads to the web, to mail or inside the site, never to a script. */
export function safeUrl(url: string): string | undefined {
  const compact = url.replace(/[\u0000-\u0020\u007f-\u009f]/g, ""); // browsers ignore some of them inside a scheme
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(compact)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === "http" || scheme === "https" || scheme === "mailto" ? url : undefined;
}

export function ExternalLink({ docs }: { readonly docs: ExternalDocs }): JSX.Element {
  const words = docs.description ?? docs.url;
  const url = safeUrl(docs.url);
  return (
    <p>
      {url === undefined ? (
        words
      ) : (
        <a href={url} rel="noreferrer">
          {words}
        </a>
      )}
    </p>
  );
}
