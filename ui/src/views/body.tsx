/** A body or a response: its media types, and for each the schema or an example. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Content, FilePart } from "../document";
import { reaches } from "../types/structure";
import { useShown } from "./context";
import { Payload } from "./payload";
import { Tabs } from "./tabs";
import { interpolate, t } from "../i18n";

interface Props {
  readonly contents: readonly Content[];
  /** "the request body", "the reply". */
  readonly of: string;
}

export function Contents({ contents, of }: Props): JSX.Element {
  const { model, route } = useShown();
  const [selected, setSelected] = useState(() => {
    const { highlight } = route;
    const lit = highlight && contents.find(({ schema = true }) => reaches(schema, highlight, model.document));
    return (lit || contents[0])?.mediaType ?? "";
  });
  const content = contents.find((candidate) => candidate.mediaType === selected) ?? contents[0];
  if (!content) return <p class="quiet">{t("No content.")}</p>;
  if (contents.length === 1) return <ContentView content={content} of={of} />;
  return (
    <Tabs
      name={t("Media types")}
      class="media-types"
      tabs={contents.map(({ mediaType }) => ({ id: mediaType, label: mediaType }))}
      selected={content.mediaType}
      onSelect={setSelected}
    >
      {(id) => <ContentView content={contents.find(({ mediaType }) => mediaType === id) ?? content} of={of} />}
    </Tabs>
  );
}

function ContentView({ content, of }: { readonly content: Content; readonly of: string }): JSX.Element {
  const files = Object.entries(content.files ?? {});
  return (
    <>
      {content.stream && <p class="quiet">{t("A stream of events; each has this form.")}</p>}
      {content.schema === undefined ? (
        <p class="quiet">{interpolate("Bytes of {0}.", <code>{content.mediaType}</code>)}</p>
      ) : (
        <Payload schema={content.schema} of={of} />
      )}
      {files.length > 0 && (
        <ul class="files">
          {files.map(([name, file]) => (
            <li key={name}>
              {name && <code class="field-name">{name}</code>} {fileWords(file)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function fileWords({ mediaTypes, maxSize }: FilePart): string {
  const kinds =
    mediaTypes && mediaTypes.length > 0 ? t("a file of {0}", mediaTypes.join(", ")) : t("a file of any type");
  return maxSize === undefined ? kinds : `${kinds}, ${t("at most {0}", bytes(maxSize))}`;
}

/** A size for readers: `5 MB`. */
export function bytes(size: number): string {
  const units = ["bytes", "kB", "MB", "GB"] as const;
  let at = 0;
  let value = size;
  while (value >= 1000 && at < units.length - 1) [value, at] = [value / 1000, at + 1];
  return `${Number(value.toFixed(1))} ${units[at]}`;
}
