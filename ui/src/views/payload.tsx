/** A schema and an example, in two tabs. */

import type { JSX } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { JsonValue, SchemaOrBoolean } from "../document";
import { FillContext } from "../host/fill";
import { detailsModule } from "../lazy-modules";
import { Code } from "./code";
import { useShown } from "./context";
import { useLazyModule } from "./lazy";
import { SchemaView } from "./schema";
import { Tabs } from "./tabs";
import { t } from "../i18n";

interface Props {
  readonly schema: SchemaOrBoolean;
  /** Names the value for screen readers. */
  readonly of: string;
  /** Wraps the example into its message. */
  readonly wrap?: (example: JsonValue) => JsonValue;
}

export function Payload({ schema, of, wrap }: Props): JSX.Element {
  const [tab, setTab] = useState("schema");
  const tabs = [
    { id: "schema", label: t("Schema") },
    { id: "example", label: t("Example") },
  ];
  return (
    <Tabs class="payload" name={t("Views of {0}", of)} tabs={tabs} selected={tab} onSelect={setTab}>
      {(id) =>
        id === "schema" ? <SchemaView schema={schema} /> : <Example schema={schema} of={of} {...(wrap && { wrap })} />
      }
    </Tabs>
  );
}

/** A message of a WebSocket as it is sent: the frame with an example of the payload. */
export function AsSent({ schema }: { readonly schema: SchemaOrBoolean | undefined }): JSX.Element | null {
  if (schema === undefined) return null;
  return (
    <div class="as-sent">
      <p class="quiet">{t("As sent")}</p>
      <Example schema={schema} of={t("the message as sent")} />
    </div>
  );
}

export function Example({ schema, of, wrap = (value) => value }: Props): JSX.Element | null {
  const { model } = useShown();
  const { value, failure } = useLazyModule(detailsModule);
  const { fill } = useContext(FillContext);
  const code = useMemo(
    () => value && JSON.stringify(wrap(value.exampleOf(schema, model.document, fill)), null, 2),
    [value, schema, wrap, model, fill],
  );
  if (code === undefined) return failure ?? null;
  return <Code code={code} what={t("example of {0}", of)} />;
}
