/** A body or a response: its media types, and for each the schema or an example. */

import { Fragment, h, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { Content } from "../document";
import { reaches } from "../types/structure";
import { useShown } from "./context";
import { useDetails } from "./lazy";
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
  const { value: details } = useDetails();
  return (
    <>
      {content.stream && <p class="quiet">{t("A stream of events; each has this form.")}</p>}
      {content.schema === undefined ? (
        <p class="quiet">{interpolate("Content of {0}.", <code>{content.mediaType}</code>)}</p>
      ) : (
        <Payload schema={content.schema} of={of} examples={content.examples} />
      )}
      {details && <details.FormParts content={content} />}
    </>
  );
}
