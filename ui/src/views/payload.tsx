/** A schema and an example, in two tabs; of any value the schema alone. */

import { h, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { ExampleProps } from "../example/views";
import { isAny } from "../document";
import { Late } from "./lazy";
import { SchemaView } from "./schema";
import { Tabs } from "./tabs";
import { t } from "../i18n";

interface Props extends ExampleProps {
  /** Instead of an example of the schema alone. */
  readonly example?: JSX.Element | undefined;
}

export function Payload({ schema, of, examples, example }: Props): JSX.Element {
  const [tab, setTab] = useState("schema");
  if (!example && !examples && isAny(schema)) return <SchemaView schema={schema} />;
  const tabs = [
    { id: "schema", label: t("Schema") },
    { id: "example", label: t("Example") },
  ];
  return (
    <Tabs class="payload" name={t("Views of {0}", of)} tabs={tabs} selected={tab} onSelect={setTab}>
      {(id) => (id === "schema" ? <SchemaView schema={schema} /> : (example ?? <Late>{({ ExampleView }) => <ExampleView {...{ schema, of, examples }} />}</Late>))}
    </Tabs>
  );
}
