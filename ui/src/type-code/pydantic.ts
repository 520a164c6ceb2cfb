/** A type as Python with pydantic: models for objects, aliases for all else. */

import {
  refName,
  schemaNamed,
  type ApiDocsDocument,
  type JsonSchema,
  type JsonValue,
  type SchemaOrBoolean,
} from "../document";
import { pythonValue, quoted } from "../samples/literal";
import { unfold, type Field } from "../types/structure";
import { Identifiers, lines, reachedFrom, typesOf } from "./names";

const FORMATS: Readonly<Record<string, readonly [module: string, type: string]>> = {
  "date-time": ["datetime", "datetime"],
  date: ["datetime", "date"],
  time: ["datetime", "time"],
  duration: ["datetime", "timedelta"],
  uuid: ["uuid", "UUID"],
};

const TYPES = ["str", "int", "float", "bool", "list", "dict", "tuple", "datetime", "date", "time", "timedelta", "UUID"];
const NAMES = ["Annotated", "Any", "BaseModel", "ConfigDict", "Field", "Literal", "Never", "TypeAliasType", "None", "True", "False"];

/** Words of Python, and what a model has already. */
const NO_FIELD = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield construct copy dict from_orm json parse_file " +
    "parse_obj parse_raw schema schema_json update_forward_refs validate"
  ).split(" "),
);

/** Constraints as arguments of `Field`. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  minLength: "min_length",
  maxLength: "max_length",
  minItems: "min_length",
  maxItems: "max_length",
  minProperties: "min_length",
  maxProperties: "max_length",
  minimum: "ge",
  maximum: "le",
  exclusiveMinimum: "gt",
  exclusiveMaximum: "lt",
  multipleOf: "multiple_of",
};

export function pydantic(name: string, document: ApiDocsDocument): string {
  return new Module(document).code(name);
}

class Module {
  readonly #names = new Identifiers([...TYPES, ...NAMES]);
  readonly #imports = new Map<string, Set<string>>([["__future__", new Set(["annotations"])]]);
  readonly #models: string[] = [];
  readonly #aliases: string[] = [];

  constructor(private readonly document: ApiDocsDocument) {}

  code(name: string): string {
    const reached = reachedFrom(name, this.document);
    reached.forEach((each) => this.#names.of(each));
    for (const each of reached) this.#declare(each);
    const imports = [...this.#imports].map(([module, names]) => `from ${module} import ${[...names].sort().join(", ")}`);
    const order = ["__future__", "datetime", "typing", "uuid", "pydantic", "typing_extensions"];
    const place = (line: string): number => order.indexOf(line.split(" ")[1] ?? "");
    imports.sort((a, b) => place(a) - place(b));
    return `${imports.join("\n")}\n\n\n${[...this.#aliases, ...this.#models].join("\n\n")}`;
  }

  #use(module: string, name: string): string {
    this.#imports.set(module, (this.#imports.get(module) ?? new Set()).add(name));
    return name;
  }

  #declare(name: string): void {
    const schema = schemaNamed(this.document, name) ?? {};
    const own = this.#names.of(name);
    if (isModel(schema)) {
      this.#model(own, schema);
      return;
    }
    // a text: names that follow are known when a model is used first
    const comment = lines(schema.description).map((line) => `# ${line}\n`).join("");
    this.#aliases.push(`${comment}${own} = ${this.#use("typing_extensions", "TypeAliasType")}(${quoted(own)}, ${quoted(this.#type(schema, own))})\n`);
  }

  #model(own: string, schema: JsonSchema): void {
    const at = this.#models.push("") - 1; // before the models inside it
    const { structure } = unfold(schema, this.document);
    const fields = structure.kind === "fields" ? structure.fields : [];
    const names = new Set<string>();
    const body = [
      ...docstring(schema.description),
      ...this.#config(schema),
      ...fields.map((field) => this.#field(own, field, names)),
    ];
    const written = body.length > 0 ? body : ["pass"];
    this.#models[at] = `class ${own}(${this.#use("pydantic", "BaseModel")}):\n${written.map((line) => `    ${line}\n`).join("")}`;
  }

  #config({ additionalProperties: others }: JsonSchema): readonly string[] {
    if (others === undefined) return [];
    const extra = others === false ? "forbid" : "allow";
    return [`model_config = ${this.#use("pydantic", "ConfigDict")}(extra="${extra}")\n`];
  }

  #field(owner: string, { name, schema, required }: Field, taken: Set<string>): string {
    const own = this.#fieldName(name, taken);
    const isOptional = !required && (typeof schema !== "object" || schema.default === undefined);
    const type = this.#type(schema, `${owner}_${name}`);
    const whole = isOptional && !/\| None$|^None$/.test(type) ? `${type} | None` : type;
    const more: string[] = [];
    const fallback = typeof schema === "object" ? schema.default : undefined;
    if (!required) more.push(`default=${pythonValue(fallback ?? null, "", Infinity)}`);
    if (!required && fallback !== undefined && fallback !== null) more.push("validate_default=True");
    if (own !== name) more.push(`alias=${quoted(name)}`);
    if (typeof schema === "object" && schema.description !== undefined) more.push(`description=${quoted(schema.description)}`);
    if (typeof schema === "object" && schema.deprecated) more.push("deprecated=True");
    if (more.length === 0) return `${own}: ${whole}`;
    if (more.join() === "default=None") return `${own}: ${whole} = None`;
    return `${own}: ${whole} = ${this.#use("pydantic", "Field")}(${more.join(", ")})`;
  }

  #type(schema: SchemaOrBoolean, hint: string): string {
    if (typeof schema !== "object") return schema ? this.#use("typing", "Any") : this.#use("typing_extensions", "Never");
    const name = refName(schema);
    if (name !== undefined) return this.#names.of(name);
    if (schema.const !== undefined) return this.#literal([schema.const]);
    if (schema.enum) return this.#literal(schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return this.#union(alternatives.map((part) => this.#type(part, hint)));
    if (isModel(schema)) {
      const own = this.#names.fresh(hint.replaceAll("_", " "));
      this.#model(own, schema);
      return own;
    }
    return this.#union(typesOf(schema).map((type) => this.#constrained(this.#ofKind(type, schema, hint), type, schema)));
  }

  #ofKind(type: string, schema: JsonSchema, hint: string): string {
    switch (type) {
      case "string": {
        const [module, known] = FORMATS[schema.format ?? ""] ?? [];
        return module !== undefined && known !== undefined ? this.#use(module, known) : "str";
      }
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return this.#array(schema, hint);
      case "object": {
        const others = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0] ?? true;
        const key = schema.propertyNames === undefined ? "str" : this.#type(withType(schema.propertyNames), hint);
        return `dict[${key}, ${this.#type(others, hint)}]`;
      }
      default:
        return this.#use("typing", "Any");
    }
  }

  #array({ prefixItems, items = true, minItems = 0 }: JsonSchema, hint: string): string {
    const isTuple = prefixItems && minItems >= prefixItems.length && (items === false || items === true);
    if (isTuple) return `tuple[${prefixItems.map((item) => this.#type(item, hint)).join(", ")}]`;
    const all = [...(prefixItems ?? []), ...(prefixItems && typeof items === "boolean" ? [] : [items])];
    return `list[${this.#union(all.map((item) => this.#type(item, hint)))}]`;
  }

  #constrained(type: string, kind: string, schema: JsonSchema): string {
    if (type.startsWith("tuple") || kind === "null" || (kind === "string" && type !== "str")) return type;
    const family = { string: /Length$/, array: /Items$/, object: /Properties$/ }[kind] ?? /imum$|Of$/;
    const given = Object.entries(schema).flatMap(([key, value]) => {
      const argument = CONSTRAINTS[key];
      return argument !== undefined && family.test(key) ? [`${argument}=${JSON.stringify(value)}`] : [];
    });
    // what pydantic's expressions do not know is left to the server
    if (kind === "string" && schema.pattern !== undefined && !/\(\?[=!<]|\\\d/.test(schema.pattern)) {
      given.push(`pattern=${quoted(schema.pattern)}`);
    }
    if (given.length === 0) return type;
    return `${this.#use("typing", "Annotated")}[${type}, ${this.#use("pydantic", "Field")}(${given.join(", ")})]`;
  }

  #literal(values: readonly JsonValue[]): string {
    if (values.some((value) => typeof value === "object" && value !== null)) return this.#use("typing", "Any");
    if (values.some((value) => typeof value === "number" && !Number.isInteger(value))) return "float";
    return `${this.#use("typing", "Literal")}[${values.map((value) => pythonValue(value)).join(", ")}]`;
  }

  /** A name that a class can have, and that hides no type; the other one becomes its alias. */
  #fieldName(name: string, taken: Set<string>): string {
    const words = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+/, "");
    let own = /^[A-Za-z]/.test(words) ? words : `field_${words}`;
    while (taken.has(own) || NO_FIELD.has(own) || own.startsWith("model_") || this.#names.has(own)) own = `${own}_`.replace(/^model_/, "the_model_");
    taken.add(own);
    return own;
  }

  /** None comes last, as people write it. */
  #union(types: readonly string[]): string {
    const all = [...new Set(types)];
    const some = all.filter((type) => type !== "None");
    return [...some, ...(some.length < all.length ? ["None"] : [])].join(" | ") || this.#use("typing", "Any");
  }
}

function isModel(schema: JsonSchema): boolean {
  return (schema.properties ?? schema.allOf) !== undefined && !(schema.anyOf ?? schema.oneOf);
}

function withType(schema: SchemaOrBoolean): SchemaOrBoolean {
  return typeof schema === "object" && schema.$ref === undefined ? { type: "string", ...schema } : schema;
}

function docstring(description: string | undefined): readonly string[] {
  const text = lines(description);
  if (text.length === 0) return [];
  const safe = text.map((line) => line.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"'));
  if (safe.length === 1) return [`"""${safe.join("").replace(/"$/, '\\"')}"""\n`];
  return [`"""${safe.join("\n    ").replace(/[ \t]+$/gm, "")}\n    """\n`];
}
