/** A form for a schema: each part has its label, its control, and its faults. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { requestExample } from "../example";
import { EMPTY } from "../host/fill";
import { t } from "../i18n";
import { expressionOf, textOf } from "../types/expression";
import { isList, isObject, type JsonObject, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import type { Field } from "../types/structure";
import { useShown } from "../parts/context";
import { LongList } from "../parts/long-list";
import { MOST_FIELDS } from "../views/schema";
import { isShownAs, shapeOf, variantOf, withMember, type Shape } from "./shape";
import { same, type Fault, type Step } from "./validate";
import { Control, MOST_CHOICES, type ValueProps } from "./control";

export interface PartProps extends ValueProps {
  /** Empty of the whole value. */
  readonly name: string;
  readonly schema: SchemaOrBoolean;
  readonly faults: readonly Fault[];
  readonly required?: boolean;
  /** Removes the part; of those that may be left out. */
  readonly onRemove?: (() => void) | undefined;
  readonly tag?: string | undefined;
}

/** A part of a value, and the parts inside it. */
export function Part(props: PartProps): JSX.Element {
  const { name, schema, value, onChange, faults, required, onRemove, tag } = props;
  const { document } = useShown().model;
  const id = useId();
  const { shape: declared, nullable, brand } = shapeOf(schema, document, tag);
  const shape: Shape = value == null || isShownAs(value, declared) ? declared : { kind: "any" };
  const own = faults.filter(({ path }) => path.length === 0);
  const isNested = value !== null && /^(?:object|list|tuple|variants)$/.test(shape.kind);
  const words = own.map((fault) => fault.words).join(" · ");
  const fresh = (): JsonValue => requestExample(schema, document, EMPTY, name);
  const label = name && <Label name={name} type={textOf(expressionOf(schema, document))} required={required} />;
  const ends = (
    <>
      {nullable && (
        <label class="null">
          <input type="checkbox" checked={value === null} onChange={(event) => onChange(event.currentTarget.checked ? null : notNull(fresh(), shape))} /> null
        </label>
      )}
      {onRemove && <Remove name={name} onRemove={onRemove} />}
    </>
  );
  if (isNested) {
    return (
      <div class={name ? "part nest" : "nest is-all"} role="group" aria-label={name || undefined} aria-describedby={words ? `${id}w` : undefined}>
        {(label || nullable) && <div class="part-head">{label}{ends}</div>}
        <Words id={`${id}w`} words={words} />
        <Inside {...props} shape={shape} faults={faults} />
      </div>
    );
  }
  return (
    <div class={`part ${required ? "is-required" : ""}`}>
      {name && <label for={id} class="part-label">{label}</label>}
      <div class="part-control">
        {value === null ? <span class="quiet" id={id}>null</span> : (
          <Control {...{ id, shape, value, onChange, brand, required }} label={name} isBad={words !== ""} />
        )}
        {ends}
      </div>
      <Words id={`${id}w`} words={words} />
    </div>
  );
}

function notNull(value: JsonValue, shape: Shape): JsonValue {
  if (value !== null) return value;
  switch (shape.kind) {
    case "list":
    case "tuple":
      return [];
    case "boolean":
      return false;
    case "number":
      return 0;
    case "text":
    case "choice":
      return "";
    default:
      return {};
  }
}

function Label({ name, type, required }: { readonly name: string; readonly type: string; readonly required: boolean | undefined }): JSX.Element {
  return (
    <span class="part-name">
      <code>{name}</code>
      {required && <span class="must" title={t("required")} aria-label={t("required")}>*</span>} <span class="part-type">{type.length > 24 ? `${type.slice(0, 23)}…` : type}</span>
    </span>
  );
}

function Words({ id, words }: { readonly id: string; readonly words: string }): JSX.Element | null {
  return words ? <p class="fault" id={id}>{words}</p> : null;
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): JSX.Element {
  return <button class="remove" aria-label={t("Remove {0}", name)} title={t("Remove {0}", name)} onClick={onRemove}>×</button>;
}

function below(faults: readonly Fault[], step: Step): readonly Fault[] {
  return faults.filter(({ path }) => path[0] === step).map(({ path, words }) => ({ path: path.slice(1), words }));
}

/** The parts of a part. */
function Inside({ shape, ...props }: PartProps & { readonly shape: Shape }): JSX.Element | null {
  switch (shape.kind) {
    case "object":
      return <Members {...props} fields={shape.fields} rest={shape.rest} />;
    case "list":
      return <Items {...props} itemOf={() => shape.items} isFixed={false} />;
    case "tuple":
      return <Items {...props} itemOf={(at) => shape.items[at] ?? true} isFixed />;
    case "variants":
      return <Variants {...props} shape={shape} />;
    default:
      return null;
  }
}

interface ShownProps<T> {
  readonly items: readonly T[];
  readonly nameOf: (item: T) => Step;
  readonly faults: readonly Fault[];
  readonly children: (item: T) => JSX.Element;
}

/** The parts of a value, of many those around the first that does not fit. */
export function Shown<T>({ items, nameOf, faults, children }: ShownProps<T>): JSX.Element {
  const current = items.findIndex((item) => faults.some(({ path }) => path[0] === nameOf(item)));
  return <LongList items={items} current={current} first={MOST_FIELDS} line="p">{children}</LongList>;
}

interface MembersProps extends PartProps {
  readonly fields: readonly Field[];
  readonly rest: SchemaOrBoolean;
}

function Members({ fields, rest, ...props }: MembersProps): JSX.Element {
  const { value, onChange, faults } = props;
  const { document } = useShown().model;
  const object: JsonObject = value != null && isObject(value) ? value : {};
  const set = (name: string, member: JsonValue | undefined): void => onChange(withMember(object, name, member, fields));
  const known = new Set(fields.map(({ name }) => name));
  const absent = fields.filter(({ name, required }) => !required && !Object.hasOwn(object, name));
  const left = new Set(absent);
  // a constant says which type it is
  const isSaid = ({ name, schema }: Field): boolean => typeof schema === "object" && schema.const !== undefined && Object.hasOwn(object, name) && same(schema.const, object[name]!);
  const others = Object.keys(object).filter((name) => !known.has(name));
  return (
    <>
      <Shown items={fields.filter((field) => !left.has(field) && !isSaid(field))} nameOf={({ name }) => name} faults={faults}>
        {({ name, schema, required }) => (
          <Part
            key={name}
            {...{ name, schema, required }}
            value={Object.hasOwn(object, name) ? object[name] : undefined}
            onChange={(member) => set(name, member)}
            faults={below(faults, name)}
            onRemove={required ? undefined : () => set(name, undefined)}
          />
        )}
      </Shown>
      {others.map((name) => (
        <Part
          key={name}
          name={name}
          schema={rest === false ? true : rest}
          value={object[name]}
          onChange={(member) => set(name, member)}
          faults={below(faults, name)}
          onRemove={() => set(name, undefined)}
        />
      ))}
      {absent.length > 0 && (
        <Add
          words={props.name ? t("Add a field to {0}…", props.name) : t("Add a field…")}
          names={absent.map(({ name }) => name)}
          onAdd={(name) => {
            const field = absent.find((each) => each.name === name);
            if (field) set(name, requestExample(field.schema, document, EMPTY, name));
          }}
        />
      )}
      {rest !== false && <NewMember taken={object} onAdd={(name) => set(name, requestExample(rest, document, EMPTY, name))} />}
    </>
  );
}

interface AddProps {
  readonly words: string;
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

function Add({ words, names, onAdd }: AddProps): JSX.Element {
  return (
    <select
      class="add"
      aria-label={words}
      value=""
      onChange={(event) => {
        onAdd(event.currentTarget.value);
        event.currentTarget.value = "";
      }}
    >
      <option value="">{words}</option>
      {names.slice(0, MOST_CHOICES).map((name) => <option value={name}>{name}</option>)}
    </select>
  );
}

/** Adds a member of any name. */
function NewMember({ taken, onAdd }: { readonly taken: JsonObject; readonly onAdd: (name: string) => void }): JSX.Element {
  const [name, setName] = useState("");
  const canAdd = name !== "" && !Object.hasOwn(taken, name);
  const add = (): void => {
    if (canAdd) onAdd(name);
    setName("");
  };
  return (
    <div class="new-member">
      <input
        aria-label={t("Name of a new entry")}
        placeholder={t("Name of a new entry")}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && add()}
      />
      <button class="more" disabled={!canAdd} onClick={add}>{t("Add")}</button>
    </div>
  );
}

interface ItemsProps extends PartProps {
  readonly itemOf: (at: number) => SchemaOrBoolean;
  readonly isFixed: boolean;
}

function Items({ value, onChange, faults, itemOf, isFixed }: ItemsProps): JSX.Element {
  const { document } = useShown().model;
  const items: readonly JsonValue[] = value != null && isList(value) ? value : [];
  const add = (): void => onChange([...items, requestExample(itemOf(items.length), document)]);
  return (
    <>
      <Shown items={[...items.keys()]} nameOf={(at) => at} faults={faults}>
        {(at) => (
          <Part
            key={at}
            name={String(at)}
            schema={itemOf(at)}
            value={items[at]}
            required
            onChange={(next) => onChange(items.map((each, place) => (place === at ? (next ?? null) : each)))}
            faults={below(faults, at)}
            onRemove={isFixed ? undefined : () => onChange(items.filter((_, place) => place !== at))}
          />
        )}
      </Shown>
      {!isFixed && <button class="more" onClick={add}>{t("Add an item")}</button>}
    </>
  );
}

function Variants({ name, value, onChange, faults, shape }: PartProps & { readonly shape: Extract<Shape, { kind: "variants" }> }): JSX.Element {
  const { document } = useShown().model;
  const [picked, pick] = useState<number>();
  const at = picked !== undefined && value !== undefined ? picked : variantOf(value, shape, document);
  const variant = shape.variants[at];
  return (
    <>
      <select
        class="variant"
        aria-label={name ? t("Alternative of {0}", name) : t("Alternative")}
        value={String(at)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          pick(next);
          onChange(requestExample(shape.variants[next]?.schema ?? true, document));
        }}
      >
        {shape.variants.map(({ tags, label }, place) => (
          <option value={String(place)}>{tags.length > 0 ? tags.map((tag) => (typeof tag === "string" ? tag : JSON.stringify(tag))).join(" | ") : label}</option>
        ))}
      </select>
      {variant && <Part key={at} name="" schema={variant.schema} value={value} onChange={onChange} faults={faults.filter(({ path }) => path.length > 0)} tag={shape.property} required />}
    </>
  );
}

/** What sends from a field. */
export const SEND_KEYS = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘ ↵" : "Ctrl ↵";

/** A row with a label; of what has no schema. */
export function Row({ label, children }: { readonly label: (id: string) => ComponentChildren; readonly children: (id: string) => ComponentChildren }): JSX.Element {
  const id = useId();
  return (
    <div class="part">
      <label for={id} class="part-label">{label(id)}</label>
      <div class="part-control">{children(id)}</div>
    </div>
  );
}
