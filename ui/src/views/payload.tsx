/** A schema, or an example of it: the reader turns from one to the other. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { JsonValue, SchemaOrBoolean } from "../document";
import { exampleOf } from "../example";
import { Code } from "./code";
import { useShown } from "./context";
import { SchemaView } from "./schema";
import { Tabs } from "./tabs";

const TABS = [
  { id: "schema", label: "Schema" },
  { id: "example", label: "Example" },
] as const;

interface Props {
  readonly schema: SchemaOrBoolean;
  /** Names what it is of, for those who hear the page. */
  readonly of: string;
  /** Puts the example into what travels around it. */
  readonly wrap?: (example: JsonValue) => JsonValue;
}

export function Payload({ schema, of, wrap }: Props): JSX.Element {
  const [tab, setTab] = useState("schema");
  return (
    <Tabs class="payload" name={`Views of ${of}`} tabs={TABS} selected={tab} onSelect={setTab}>
      {tab === "schema" ? <SchemaView schema={schema} /> : <Example schema={schema} of={of} {...(wrap && { wrap })} />}
    </Tabs>
  );
}

export function Example({ schema, of, wrap = (value) => value }: Props): JSX.Element {
  const { model } = useShown();
  const code = useMemo(() => JSON.stringify(wrap(exampleOf(schema, model.document)), null, 2), [schema, wrap, model]);
  return <Code code={code} what={`example of ${of}`} />;
}
