/** A body or a response: its media types, and for each the schema and an example in two tabs. */

import { Fragment, h, type JSX } from "preact";
import type { Content } from "../document";
import { useKept } from "../host/kept";
import { reaches } from "../types/structure";
import { useShown } from "../parts/context";
import { Late, useDetails } from "../parts/lazy";
import { Tabs } from "../parts/tabs";
import type { ExampleProps } from "../parts/late-parts";
import { isAny } from "../types/json-schema";
import { SchemaView } from "./schema";
import { interpolate, t } from "../i18n";

interface Props {
  readonly contents: readonly Content[];
  /** "the request body", "the reply". */
  readonly of: string;
}

export function Contents({ contents, of }: Props): JSX.Element {
  const { model, route } = useShown();
  const [selected, setSelected] = useKept("media", () => {
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

interface PayloadProps extends ExampleProps {
  /** Instead of an example of the schema alone. */
  readonly example?: JSX.Element | undefined;
}

export function Payload({ schema, of, examples, example }: PayloadProps): JSX.Element {
  const [tab, setTab] = useKept("tab", () => "schema");
  if (!example && !examples && isAny(schema)) return <SchemaView schema={schema} />;
  const tabs = [{ id: "schema", label: t("Schema") }, { id: "example", label: t("Example") }];
  return (
    <Tabs class="payload" name={t("Views of {0}", of)} tabs={tabs} selected={tab} onSelect={setTab}>
      {(id) => (id === "schema" ? <SchemaView schema={schema} /> : (example ?? <Late>{({ ExampleView }) => <ExampleView {...{ schema, of, examples }} />}</Late>))}
    </Tabs>
  );
}
