/** What few methods have: other paths, servers and callbacks of their own, links of responses, how parameters and parts of forms are sent. */

import { Fragment, h, type JSX } from "preact";
import type { Content, Encoding, ErrorDefinition, FilePart, Param, ResponseLink, SuccessResponse } from "../document";
import { ExampleWords } from "../example/views";
import { methodPage } from "../model/model";
import { useLinks } from "../views/context";
import { Heading } from "../views/heading";
import { Prose } from "../views/prose";
import { t } from "../i18n";

/** Calls that values of a response are good for. */
export function ResponseLinks({ response: { links = [] } }: { readonly response: SuccessResponse | ErrorDefinition }): JSX.Element | null {
  if (links.length === 0) return null;
  return (
    <div class="params">
      <Heading level={3}>{t("Links")}</Heading>
      <ul class="fields">
        {links.map((each) => (
          <li class="field" key={each.name}>
            <Call link={each} />
            <Prose text={each.description} class="small" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Call({ link: { name, method, operation, parameters = {}, body } }: { readonly link: ResponseLink }): JSX.Element {
  const href = useLinks();
  const [group = "", contract = "", own = ""] = method?.split("/") ?? [];
  const given = [...Object.entries(parameters), ...(body === undefined ? [] : [[t("Request body"), body] as const])];
  return (
    <>
      <div class="field-head">
        <code class="field-name">{name}</code>{" "}
        {method ? <a href={href(methodPage({ group, contract, method: own }))}>{own}</a> : <code>{operation}</code>}
      </div>
      {given.map(([key, value]) => (
        <div class="small" key={key}>
          {key} = <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>
        </div>
      ))}
    </>
  );
}

/** How a parameter is sent, where that is not as usual, and what its examples are. */
export function SentAs({ of }: { readonly of: Param }): JSX.Element {
  const words = wordsOf(of);
  const values = [...(of.schema.examples ?? [])];
  return (
    <>
      {words && <p class="facts small quiet">{words}</p>}
      {of.examples?.map((example) => (
        <ExampleWords key={example.name} example={example} value={example.externalValue ? null : values.shift()} />
      ))}
    </>
  );
}

function wordsOf({ style, explode, ...rest }: Param | Encoding): string {
  const mediaType = "mediaType" in rest ? rest.mediaType : (rest as Encoding).contentType;
  return [
    mediaType,
    style && t("style {0}", style),
    explode === undefined ? "" : explode ? t("each item on its own") : t("all in one value"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What is demanded of the files of a form, and how its other parts are sent. */
export function FormParts({ content: { files = {}, encoding = {} } }: { readonly content: Content }): JSX.Element | null {
  const parts = [
    ...Object.entries(files).map(([name, file]) => [name, fileWords(file)]),
    ...Object.entries(encoding).map(([name, each]) => [
      name,
      [wordsOf(each), ...(each.headers ?? [])].filter(Boolean).join(" · "),
    ]),
  ];
  const told = parts.filter(([, words]) => words);
  return told.length > 0 ? (
    <ul class="files">
      {told.map(([name, words]) => (
        <li key={name}>
          {name && <code class="field-name">{name}</code>} {words}
        </li>
      ))}
    </ul>
  ) : null;
}

function fileWords({ mediaTypes, maxSize }: FilePart): string {
  const kinds = mediaTypes?.length && t("a file of {0}", mediaTypes.join(", "));
  return [kinds, maxSize && t("at most {0}", bytes(maxSize))].filter(Boolean).join(", ");
}

/** A size for readers: `5 MB`. */
function bytes(size: number): string {
  const units = ["bytes", "kB", "MB", "GB"] as const;
  let at = 0;
  let value = size;
  while (value >= 1000 && at < units.length - 1) [value, at] = [value / 1000, at + 1];
  return `${Number(value.toFixed(1))} ${units[at]}`;
}
