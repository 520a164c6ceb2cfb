/** The body of a call: a form, JSON, text or files, by its representation. */

import { Fragment, h, type JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import type { Body, Content, HttpMethod } from "../document";
import { FillContext, type Draft } from "../host/fill";
import { t } from "../i18n";
import type { Payload } from "../samples/request";
import { withDraft } from "./drafts";
import { Row, Part } from "./form";
import { losslessValue } from "./shape";
import { FaultLine } from "./answer";
import { isRequiredPart, takesSeveral } from "./call";
import type { Fault } from "./validate";
import { isObject, refName, schemaNamed, type JsonSchema } from "../types/json-schema";
import { useShown } from "../parts/context";
import type { ApiDocsDocument } from "../document";

interface Props {
  readonly method: HttpMethod;
  readonly body: Body;
  readonly payload: Payload | undefined;
  readonly faults: readonly Fault[];
}

/** In place of a representation, where the body may be left out. */
export const NO_BODY = -1;

export function BodyForm({ method, body, payload, faults }: Props): JSX.Element | null {
  const { fill, change } = useContext(FillContext);
  const draft = fill.drafts.get(method) ?? {};
  const content = body.contents[draft.content ?? 0];
  const set = (next: Draft): void => change({ drafts: withDraft(fill, method, { ...draft, ...next }) });
  return (
    <div role="group" aria-label={t("Request body")} class="console-group">
      {(body.contents.length > 1 || !body.required) && (
        <Row label={() => t("Media type")}>
          {(id) => (
            <select
              id={id}
              value={String(draft.content ?? 0)}
              onChange={(event) => change({ drafts: withDraft(fill, method, { content: Number(event.currentTarget.value) }) })}
            >
              {body.contents.map(({ mediaType }, at) => <option value={String(at)}>{mediaType}</option>)}
              {!body.required && <option value={String(NO_BODY)}>{t("none")}</option>}
            </select>
          )}
        </Row>
      )}
      {content && payload?.kind === "file" && <Raw content={content} draft={draft} onChange={set} faults={faults} />}
      {content && payload && payload.kind !== "file" && <Structured content={content} draft={draft} payload={payload} onChange={set} faults={faults} />}
    </div>
  );
}

interface PartProps {
  readonly content: Content;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly faults: readonly Fault[];
}

/** Bytes from a file, or a text. */
function Raw({ content, draft, onChange, faults }: PartProps): JSX.Element {
  const isText = /^text\/|xml|yaml/.test(content.mediaType);
  const words = faults.map((fault) => fault.words).join(" · ");
  return (
    <>
      <Row label={() => content.mediaType}>
        {(id) => <File id={id} types={content.files?.[""]?.mediaTypes ?? [content.mediaType]} onChange={(files) => onChange({ files: { "": files } })} isBad={words !== ""} />}
      </Row>
      {isText && (
        <textarea class="json" rows={5} aria-label={t("Request body")} value={draft.text ?? ""} onInput={(event) => onChange({ text: event.currentTarget.value })} />
      )}
      {words && <p class="fault">{words}</p>}
    </>
  );
}

interface FileProps {
  readonly id: string;
  readonly types: readonly string[];
  readonly onChange: (files: readonly File[]) => void;
  readonly isBad: boolean;
  readonly many?: boolean;
}

function File({ id, types, onChange, isBad, many }: FileProps): JSX.Element {
  const accept = types.filter((type) => type !== "application/octet-stream").join(",");
  return <input id={id} type="file" multiple={many} accept={accept || undefined} aria-invalid={isBad || undefined} onChange={(event) => onChange([...(event.currentTarget.files ?? [])])} />;
}

/** A form by the schema, or the same as JSON. */
function Structured({ content, draft, payload, onChange, faults }: PartProps & { readonly payload: Payload }): JSX.Element {
  const { document } = useShown().model;
  const [asJson, setJson] = useState(draft.text !== undefined);
  const files = Object.entries(content.files ?? {});
  const schema = content.schema === undefined ? true : withoutParts(content.schema, files.map(([name]) => name), document);
  const written = draft.text ?? JSON.stringify(payload.value, null, 2);
  const lossless = draft.text === undefined ? payload.value : losslessValue(draft.text);
  const canShow = lossless !== undefined;
  const fromForm = payload.kind !== "json" || !asJson;
  const shown = payload.value !== null && isObject(payload.value) ? Object.fromEntries(Object.entries(payload.value).filter(([name]) => !files.some(([part]) => part === name))) : payload.value;
  return (
    <>
      {payload.kind === "json" && (
        <div class="part-head">
          <span class="part-name">{t("Request body")}</span>
          <span class="gap" />
          <button
            class="more"
            aria-pressed={asJson}
            disabled={asJson && !canShow}
            title={asJson && !canShow ? t("A form would change this JSON.") : undefined}
            onClick={() => {
              if (asJson && lossless !== undefined) onChange({ value: lossless, text: undefined });
              setJson(!asJson);
            }}
          >
            {asJson ? t("Form") : "JSON"}
          </button>
        </div>
      )}
      {fromForm ? (
        <Part name="" schema={schema} value={shown} required onChange={(value) => onChange({ value: value ?? null })} faults={faults.filter(({ path }) => !files.some(([name]) => name === path[0]))} />
      ) : (
        <>
          <textarea
            class="json"
            rows={Math.min(24, written.split("\n").length + 1)}
            spellcheck={false}
            aria-label={t("Request body")}
            aria-invalid={faults.length > 0 || undefined}
            value={written}
            onInput={(event) => {
              const text = event.currentTarget.value;
              const value = losslessValue(text);
              onChange({ text, ...(value !== undefined && { value }) });
            }}
          />
          {faults.map((fault) => <p class="fault"><FaultLine fault={fault} /></p>)}
        </>
      )}
      {files.map(([name, { mediaTypes = [] }]) => {
        const words = faults.filter(({ path }) => path[0] === name).map((fault) => fault.words).join(" · ");
        return (
          <Fragment key={name}>
            <Row label={() => <><code>{name}</code>{isRequiredPart(content.schema, name, document) && <span class="must" title={t("required")} aria-label={t("required")}>*</span>}</>}>
              {(id) => <File id={id} types={mediaTypes} many={takesSeveral(content.schema, name, document)} onChange={(chosen) => onChange({ files: { ...draft.files, [name]: chosen } })} isBad={words !== ""} />}
            </Row>
            {words && <p class="fault">{words}</p>}
          </Fragment>
        );
      })}
    </>
  );
}

/** The schema of a form without the parts that are files. */
function withoutParts(schema: JsonSchema, names: readonly string[], document: ApiDocsDocument): JsonSchema {
  if (names.length === 0) return schema;
  const name = refName(schema);
  const { properties = {}, required = [], ...rest } = (name === undefined ? schema : schemaNamed(document, name)) ?? {};
  return {
    type: "object",
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key))),
    required: required.filter((key) => !names.includes(key)),
    additionalProperties: false,
  };
}
