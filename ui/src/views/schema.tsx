/** A schema as a list of fields, unfolded on demand. */

import { Fragment, createContext, h, type JSX } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import type { ApiDocsDocument } from "../document";
import type { SchemaOrBoolean } from "../types/json-schema";
import { factsOf } from "../types/facts";
import { isType, reaches, saidInside, unfold, variantFields, type Field, type Structure, type Variant } from "../types/structure";
import { FillContext } from "../host/fill";
import { Place, useKept } from "../host/kept";
import { usePrinting } from "../host/printing";
import { useShown } from "../parts/context";
import { Icon } from "../parts/icons";
import { LongList } from "../parts/long-list";
import { Prose } from "../parts/prose";
import { Tabs } from "../parts/tabs";
import { TypeLine } from "../parts/type-line";
import { Deprecated } from "../parts/badges";
import { t } from "../i18n";
import { FactList } from "./facts";

interface PartsProps {
  readonly schema: SchemaOrBoolean;
  readonly depth: number;
  /** The named schemas that contain this one, to detect recursion. */
  readonly within: readonly string[];
  /** Of a variant: the property that selects it. */
  readonly tag?: string | undefined;
}

/** A whole schema: its expression, its description, its parts. */
export function SchemaView({ schema }: { readonly schema: SchemaOrBoolean }): JSX.Element {
  const { model } = useShown();
  const facts = factsOf(schema, model.document);
  const { structure } = unfold(schema, model.document);
  return (
    <div class="schema">
      <div class="schema-head schema-title">
        <TypeLine schema={schema} />
        {facts.deprecated && <Deprecated />}
      </div>
      <Prose text={facts.description ?? saidInside(schema, model.document)} class="small" />
      {structure.kind === "leaf" && <FactList facts={facts} />}
      <AllParts schema={schema} />
    </div>
  );
}

/** How deep parts are unfolded before the reader unfolds them. */
const DepthContext = createContext(0);

/** Levels that "Unfold all" and printing open; an end for recursive types. */
const DEEPEST = 6;

/** The parts of a schema, and a button for unfolding all of them where there is something to unfold. */
export function AllParts({ schema, within = [] }: Pick<PartsProps, "schema"> & Partial<PartsProps>): JSX.Element {
  const { model } = useShown();
  const [all, setAll] = useKept("all", () => false);
  const foldable = useMemo(() => isFoldable(schema, model.document), [schema, model]);
  return (
    <DepthContext.Provider value={all ? DEEPEST : 0}>
      {foldable && (
        <button class="unfold unfold-all" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? t("Fold") : t("Unfold all")}
        </button>
      )}
      <Place name={String(all)}>
        <Parts key={String(all)} schema={schema} depth={0} within={within} />
      </Place>
    </DepthContext.Provider>
  );
}

function isFoldable(schema: SchemaOrBoolean, document: ApiDocsDocument): boolean {
  const { structure } = unfold(schema, document);
  if (structure.kind === "variants") return structure.variants.some((variant) => hasDepth(variant.schema, document));
  return hasDepth(schema, document);
}

function hasDepth(schema: SchemaOrBoolean, document: ApiDocsDocument): boolean {
  const { structure } = unfold(schema, document);
  const fields = "fields" in structure ? structure.fields : [];
  return fields.some((field) => unfold(field.schema, document).structure.kind !== "leaf");
}

/** The parts of a schema; null when it has none. */
export function Parts({ schema, depth, within, tag }: PartsProps): JSX.Element | null {
  const { model } = useShown();
  const { structure, names } = unfold(schema, model.document);
  const inner = [...within, ...names];
  if (structure.kind === "leaf") return null;
  if (structure.kind === "variants") return <Variants structure={structure} depth={depth} within={inner} />;
  return <FieldList fields={variantFields(structure.fields, tag)} kind={structure.kind} depth={depth} within={inner} />;
}

interface FieldListProps {
  readonly fields: readonly Field[];
  readonly kind: "fields" | "elements";
  readonly depth: number;
  readonly within: readonly string[];
}

/** More than fits on some screens; the rest is a click away. */
export const MOST_FIELDS = 60;

export function FieldList({ fields, kind, depth, within }: FieldListProps): JSX.Element {
  const { model, route } = useShown();
  const { highlight } = route;
  const leads =
    highlight !== undefined &&
    fields.slice(MOST_FIELDS).some((field) => reaches(field.schema, highlight, model.document));
  return (
    <ul class="fields">
      <LongList items={fields} first={leads ? fields.length : MOST_FIELDS}>
        {(field) => <FieldRow key={field.name} field={field} kind={kind} depth={depth} within={within} />}
      </LongList>
    </ul>
  );
}

function FieldRow({ field, kind, depth, within }: Omit<FieldListProps, "fields"> & { readonly field: Field }): JSX.Element {
  const { model, route } = useShown();
  const facts = factsOf(field.schema, model.document);
  const { structure, names } = unfold(field.schema, model.document);
  const recursive = names.some((name) => within.includes(name));
  const text = recursive ? undefined : saidInside(field.schema, model.document);
  const leads =
    route.highlight !== undefined &&
    !recursive &&
    depth < DEEPEST_HIGHLIGHT &&
    !names.some((name) => isType(name, model.schema(name), route.highlight ?? "")) &&
    reaches(field.schema, route.highlight, model.document);
  const unfolded = useContext(DepthContext);
  const [isOpen, setOpen] = useKept(field.name, () => leads || (depth < unfolded && !recursive));
  const printing = usePrinting();
  const open = isOpen || (printing && depth < DEEPEST && !recursive);
  return (
    <li class={`field ${facts.deprecated ? "is-deprecated" : ""}`}>
      <div class="field-head">
        <code class="field-name">{field.name}</code>
        <div class="field-type">
          <TypeLine schema={field.schema} />
          {kind === "fields" && <Presence required={field.required} />}
          {recursive && <span class="tag">{t("recursive")}</span>}
          {facts.access && <span class="tag">{facts.access === "read only" ? t("read only") : t("write only")}</span>}
          {facts.deprecated && <Deprecated />}
        </div>
      </div>
      <Prose text={facts.description} class="small" />
      <FactList facts={facts} />
      {structure.kind !== "leaf" && (
        <>
          <button class="unfold" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name="chevron" />
            {open ? t("Hide {0}", sizeOf(structure)) : t("Show {0}", sizeOf(structure))}
            <span class="sr">: {field.name}</span>
          </button>
          {open && (
            <div class={`nested ${depth < DEEPEST_INDENTED ? "is-indented" : ""}`}>
              {text !== facts.description && <Prose text={text} class="small" />}
              <Place name={field.name}>
                <Parts schema={field.schema} depth={depth + 1} within={within} />
              </Place>
            </div>
          )}
        </>
      )}
    </li>
  );
}

/** Beyond this the lines of what is nested would have no room left. */
const DEEPEST_INDENTED = 12;

/** Models inside models beyond this are not opened for a highlight. */
const DEEPEST_HIGHLIGHT = 5;

export function Presence({ required }: { readonly required: boolean }): JSX.Element {
  return <span class={required ? "required" : "optional"}>{required ? t("required") : t("optional")}</span>;
}

function sizeOf(structure: Exclude<Structure, { readonly kind: "leaf" }>): string {
  switch (structure.kind) {
    case "fields":
      return t("{0} field|{0} fields", structure.fields.length);
    case "elements":
      return t("{0} element|{0} elements", structure.fields.length);
    case "variants":
      return t("{0} variant|{0} variants", structure.variants.length);
    default:
      return structure satisfies never;
  }
}

type VariantsProps = Omit<PartsProps, "schema" | "tag"> & { readonly structure: Extract<Structure, { readonly kind: "variants" }> };

function Variants({ structure, depth, within }: VariantsProps): JSX.Element {
  const { model, route } = useShown();
  const { property, variants } = structure;
  const { fill, change } = useContext(FillContext);
  const [lit, setLit] = useState(() => {
    const wanted = route.highlight;
    return wanted === undefined ? -1 : variants.findIndex((variant) => reaches(variant.schema, wanted, model.document));
  });
  const chosen = variants.findIndex((variant) => fill.variants.has(variant.schema));
  const selected = String(Math.max(0, lit >= 0 ? lit : chosen));
  function select(id: string): void {
    const others = new Set<object>(variants.map((variant) => variant.schema));
    const now = variants[Number(id)]?.schema;
    setLit(-1);
    change({ variants: new Set([...[...fill.variants].filter((each) => !others.has(each)), ...(now ? [now] : [])]) });
  }
  const variant = variants[Number(selected)] ?? variants[0];
  if (!variant) return <></>;
  return (
    <Tabs
      class="variants"
      name={property === undefined ? t("Variants") : t("Variants by {0}", property)}
      before={<span class="variants-label">{property === undefined ? t("one of") : <code>{property} =</code>}</span>}
      tabs={variants.map((variant, at) => ({ id: String(at), label: <code>{labelOf(variant)}</code> }))}
      selected={selected}
      onSelect={select}
    >
      {(id) => <VariantView variant={variants[Number(id)] ?? variant} tag={property} depth={depth} within={within} />}
    </Tabs>
  );
}

function VariantView({ variant, tag, depth, within }: Omit<PartsProps, "schema"> & { readonly variant: Variant }): JSX.Element {
  const { model } = useShown();
  const facts = factsOf(variant.schema, model.document);
  const recursive = unfold(variant.schema, model.document).names.some((name) => within.includes(name));
  const [open, setOpen] = useState(!recursive); // a union of itself would otherwise go on for ever
  return (
    <>
      <div class="schema-head">
        <TypeLine schema={variant.schema} />
        {recursive && <span class="tag">{t("recursive")}</span>}
      </div>
      <Prose text={facts.description ?? saidInside(variant.schema, model.document)} class="small" />
      {open ? <Parts schema={variant.schema} depth={depth} within={within} tag={tag} /> : (
        <button class="unfold" onClick={() => setOpen(true)}>
          {t("Show its parts")}
        </button>
      )}
    </>
  );
}

function labelOf({ tags, label }: Variant): string {
  return tags.length > 0 ? tags.map((tag) => JSON.stringify(tag)).join(" | ") : label;
}
