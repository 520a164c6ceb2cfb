/** The control of a part of a form that has no parts. */

import { createContext, Fragment, h, type JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import { t } from "../i18n";
import type { JsonValue } from "../types/json-schema";
import { isSecret } from "../samples/secrets";
import { asNumber, losslessValue, type Shape } from "./shape";
import { same } from "./validate";

/** The values of brands that answers of this session had. */
export const SeenContext = createContext<ReadonlyMap<string, readonly string[]>>(new Map());

/** A value, and what changes it. */
export interface ValueProps {
  /** Undefined where it is left out. */
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

interface ControlProps extends ValueProps {
  readonly required: boolean | undefined;
  readonly id: string;
  readonly shape: Shape;
  readonly brand: string | undefined;
  readonly label: string;
  readonly isBad: boolean;
}

/** Of more values, a list would be slow, and nobody would read it. */
export const MOST_CHOICES = 500;

function isLongChoice(shape: Shape): boolean {
  return shape.kind === "choice" && shape.values.length > MOST_CHOICES;
}

/** The control of a part that has no parts. */
export function Control({ id, shape: declared, value, onChange, required, brand, label, isBad }: ControlProps): JSX.Element {
  const shape: Shape = isLongChoice(declared) ? { kind: "any" } : declared;
  const seen = useContext(SeenContext).get(brand ?? "");
  const described = { id, "aria-invalid": isBad || undefined, "aria-describedby": isBad ? `${id}w` : undefined, ...(label === "" && { "aria-label": t("Value") }) };
  switch (shape.kind) {
    case "boolean":
    case "choice": {
      const values = shape.kind === "choice" ? shape.values : [true, false];
      const at = value === undefined ? -1 : values.findIndex((each) => same(each, value));
      return (
        <select {...described} value={String(at)} onChange={(event) => onChange(values[Number(event.currentTarget.value)])}>
          {(at < 0 || !required) && <option value="-1">{value === undefined ? "–" : JSON.stringify(value)}</option>}
          {values.map((each, place) => <option value={String(place)}>{typeof each === "string" ? each : JSON.stringify(each)}</option>)}
        </select>
      );
    }
    case "text":
    case "number": {
      const text = value === undefined ? "" : typeof value === "string" ? value : String(value);
      const take = (next: string): void => onChange(shape.kind === "number" || typeof value === "number" ? asNumber(next) : next);
      if (shape.kind === "text" && (shape.isLong || text.includes("\n"))) {
        return <textarea {...described} rows={4} value={text} onInput={(event) => take(event.currentTarget.value)} />;
      }
      return (
        <>
          <input
            {...described}
            type={inputType(shape, label) as "text"}
            inputMode={shape.kind === "number" ? "decimal" : undefined}
            autoComplete="off"
            spellcheck={false}
            list={seen ? `${id}l` : undefined}
            value={text}
            onInput={(event) => take(event.currentTarget.value)}
          />
          {seen && <datalist id={`${id}l`}>{seen.map((each) => <option value={each} />)}</datalist>}
        </>
      );
    }
    default:
      return <Json described={described} value={value} onChange={onChange} />;
  }
}

function inputType(shape: Shape, name: string): "date" | "password" | "text" {
  const format = shape.kind === "text" ? shape.format : undefined;
  if (isSecret(name, format)) return "password";
  return format === "date" ? "date" : "text";
}

interface JsonProps extends ValueProps {
  readonly described: object;
}

/** A value of any form as JSON; a text that is none yet stays where it is. */
function Json({ described, value, onChange }: JsonProps): JSX.Element {
  const written = value === undefined ? "" : JSON.stringify(value, null, 2);
  const [text, setText] = useState(written);
  const shown = losslessValue(text) !== undefined && value !== undefined && same(losslessValue(text)!, value) ? text : text.trim() && losslessValue(text) === undefined ? text : written;
  return (
    <textarea
      {...described}
      class="json"
      rows={Math.min(12, Math.max(2, shown.split("\n").length))}
      spellcheck={false}
      value={shown}
      onInput={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const read = losslessValue(next);
        if (read !== undefined || next.trim() === "") onChange(read);
      }}
    />
  );
}
