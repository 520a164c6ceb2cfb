/** Links of a document, which may be hostile. */

import { h, type ComponentChildren, type JSX } from "preact";
import type { ExternalDocs } from "../document";

/** The URL if it leads to the web, to mail or inside the site; never to a script, nor to a host without a scheme. */
export function safeUrl(url: string): string | undefined {
  const compact = url.replace(/[\u0000-\u0020\u007f-\u009f]/g, ""); // browsers ignore some of them inside a scheme
  if (/^[\\/]{2}/.test(compact)) return undefined; // `//host`, also written with backslashes
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(compact)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === "http" || scheme === "https" || scheme === "mailto" ? url : undefined;
}

/** The URL of an image if the browser can load it without running anything. */
export function safeImageUrl(url: string | undefined): string | undefined {
  if (url === undefined || /^data:image\//i.test(url)) return url;
  return safeUrl(url);
}

/** A link, or its words alone if its URL is not safe, or relative: to what, no document says. */
export function SafeLink({ href, children }: { readonly href: string; readonly children: ComponentChildren }): JSX.Element {
  const url = href.includes(":") ? safeUrl(href) : undefined;
  if (url === undefined) return <span>{children}</span>;
  return <a href={url} rel="noreferrer">{children}</a>;
}

export function ExternalLink({ docs: { url, description = url } }: { readonly docs: ExternalDocs }): JSX.Element {
  return (
    <p>
      <SafeLink href={url}>{description}</SafeLink>
    </p>
  );
}
