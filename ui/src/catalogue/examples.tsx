/** Examples as views: of a schema, of an error, of a message of a WebSocket as it is sent. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { Example } from "../document";
import type { JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { FillContext } from "../host/fill";
import { t } from "../i18n";
import { answerSchema, errorBody, errorFrame, messageSchema } from "../model/frame";
import { Code } from "../parts/code";
import { useShown } from "../parts/context";
import { SafeLink } from "../parts/external";
import type { ErrorProps, ExampleProps, SentProps } from "../parts/late-parts";
import { InlineProse } from "../parts/prose";
import { Switcher } from "../parts/switcher";
import { chosenAmong, exampleOf, withValue } from "../example";

export function ExampleView({ schema, of, examples }: ExampleProps): JSX.Element {
  const { fill } = useContext(FillContext);
  const value = useExample(schema, examples);
  const named = withValue(examples);
  const shown = named[chosenAmong(examples, fill)];
  const words = [...(shown ? [shown] : []), ...(examples ?? []).filter(({ externalValue }) => externalValue)];
  return (
    <>
      {(shown || !words[0]) && (
        <Json value={value} of={shown?.name || of}>{named.length > 1 && <ExampleChoice examples={examples} />}</Json>
      )}
      {words.map((example) => <ExampleWords example={example} />)}
    </>
  );
}

/** Chooses among several examples, for all parts of the page that have one of the name. */
export function ExampleChoice({ examples }: Pick<ExampleProps, "examples">): JSX.Element | null {
  const { fill, change } = useContext(FillContext);
  const named = withValue(examples);
  if (named.length < 2) return null;
  return (
    <Switcher
      name={t("Example")}
      value={named[chosenAmong(examples, fill)]!.name}
      onSelect={(name) => change({ examples: [name, ...(fill.examples ?? [])] })}
      options={named.map(({ name, summary }) => [name, summary ?? name])}
    />
  );
}

interface WordsProps {
  readonly example: Example;
  /** One that fits into the line. */
  readonly value?: JsonValue | undefined;
}

export function ExampleWords({ example, value }: WordsProps): JSX.Element {
  const { name, summary, description, externalValue } = example;
  return (
    <p class="small quiet">
      {name && <code>{name}</code>} {value != null && <code class="tag example">{JSON.stringify(value)}</code>} {summary} {summary && description && "– "}
      <InlineProse text={description} />{" "}
      {externalValue && <SafeLink href={externalValue}>{externalValue}</SafeLink>}
    </p>
  );
}

function useExample(schema: SchemaOrBoolean, examples?: readonly Example[]): JsonValue {
  const { model } = useShown();
  const { fill } = useContext(FillContext);
  return useMemo(() => exampleOf(schema, model.document, fill, "", examples), [schema, model, fill]);
}

function Json({ value, of, children }: { readonly value: JsonValue; readonly of: string; readonly children?: ComponentChildren }): JSX.Element {
  const code = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return <Code code={code} what={t("example of {0}", of)}>{children}</Code>;
}

/** The whole message of an error. */
export function ErrorExample({ error, format, sent, of }: ErrorProps): JSX.Element {
  const data = useExample(error.data ?? true);
  if (error.examples) return <ExampleView schema={error.data ?? true} of={of} examples={error.examples} />;
  const body = errorBody(error, format, error.data === undefined ? undefined : data);
  return <Json value={sent ? errorFrame(sent.contract, sent.outer, sent.key, error, body) : body} of={of} />;
}

/** A message of a WebSocket as it is sent: the frame with an example of the payload. */
export function AsSent({ contract, method, reply }: SentProps): JSX.Element | null {
  const schema = (reply ? answerSchema : messageSchema)(contract, method);
  if (schema === undefined) return null;
  return (
    <div class="as-sent">
      <p class="quiet">{t("As sent")}</p>
      <ExampleView schema={schema} of={t("the message as sent")} />
    </div>
  );
}
