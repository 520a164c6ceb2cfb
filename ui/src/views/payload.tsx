/** A schema and an example, in two tabs. */

import { h, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { ExampleProps } from "../example/views";
import { detailsModule } from "../lazy-modules";
import { useLazyModule } from "./lazy";
import { SchemaView } from "./schema";
import { Tabs } from "./tabs";
import { t } from "../i18n";

interface Props extends ExampleProps {
  /** Instead of an example of the schema alone. */
  readonly example?: JSX.Element;
}

export function Payload({ schema, of, examples, example = <Example {...{ schema, of, examples }} /> }: Props): JSX.Element {
  const [tab, setTab] = useState("schema");
  const tabs = [
    { id: "schema", label: t("Schema") },
    { id: "example", label: t("Example") },
  ];
  return (
    <Tabs class="payload" name={t("Views of {0}", of)} tabs={tabs} selected={tab} onSelect={setTab}>
      {(id) => (id === "schema" ? <SchemaView schema={schema} /> : example)}
    </Tabs>
  );
}

function Example(props: ExampleProps): JSX.Element | null {
  const { value, failure } = useLazyModule(detailsModule);
  return value ? <value.ExampleView {...props} /> : (failure ?? null);
}
