/** A form for what all samples share: the server, credentials, ids and other parameters. */

import { h, type JSX } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import type { ApiDocsDocument, ServerVariable } from "../document";
import { paramsOf, type Entry } from "../model/contracts";
import { EMPTY, FillContext } from "../host/fill";
import { carrierOf, securityOf } from "../model/security";
import { kindOf } from "../views/access";
import { useShown } from "../parts/context";
import { LongList } from "../parts/long-list";
import { MOST_FIELDS } from "../views/schema";
import { t } from "../i18n";
import { keyOfParam } from "../samples/request";
import { KeepInTab } from "./keep-in-tab";
import { useLook } from "./look";
import { isSecret } from "../samples/secrets";
import { credentialKeys, serverFor, serversOf, OWN_SERVICE, type IndexedServer } from "../samples/servers";

export function FillIn({ entry }: { readonly entry: Entry }): JSX.Element {
  const { model, route } = useShown();
  const { document } = model;
  const { fill, change } = useContext(FillContext);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("input")?.focus(), []);
  useLook(box);
  const servers = serversOf(document, entry.method, fill);
  const chosen = serverFor(document, entry.method, fill);
  const keyOf = credentialKeys(document, entry.method, fill);
  const schemes = (securityOf(document, entry.contract, entry.method) ?? []).flat();
  const credentials = new Map(schemes.filter(({ scheme }) => carrierOf(scheme)).map(({ name, scheme }) => [name, scheme]));
  const set = (part: "variables" | "credentials" | "values", name: string, value: string): void =>
    change({ [part]: { ...fill[part], [name]: value } });
  return (
    <div ref={box}>
      {chosen === undefined && (
        <Input label={t("Address of the service")} value={fill.address ?? ""} onInput={(address) => change({ address })} />
      )}
      {servers.length > 1 && (
        <Select
          label={t("Server")}
          value={String(chosen?.index)}
          options={servers.map((each) => [String(each.index), nameOfServer(each)])}
          onInput={(index) => change({ server: Number(index) })}
        />
      )}
      {Object.entries(chosen?.server.variables ?? {}).map(([name, variable]) => (
        <Variable
          name={name}
          variable={variable}
          value={fill.variables[name] ?? ""}
          onInput={(value) => set("variables", name, value)}
        />
      ))}
      {[...credentials].map(([name, scheme]) => (
        <Input
          type="password"
          label={`${name}: ${kindOf(scheme)}`}
          value={fill.credentials[keyOf(name)] ?? ""}
          onInput={(value) => set("credentials", keyOf(name), value)}
        />
      ))}
      <LongList items={valuesOf(entry, document)} first={MOST_FIELDS} line="p">{(name) => (
        <Input key={name} type={isSecret(name, undefined) ? "password" : undefined} label={name} value={fill.values[name] ?? ""} onInput={(value) => set("values", name, value)} />
      )}</LongList>
      <div class="fill-end">
        <KeepInTab slug={route.slug} />
        <button class="more" onClick={() => change({ ...EMPTY, address: "", server: -1, variants: fill.variants })}>
          {t("Clear")}
        </button>
      </div>
    </div>
  );
}

/** The brands and parameters that a call needs, each once: what is filled in for `OrderId` holds for all methods. */
function valuesOf({ group, contract, method }: Entry, document: ApiDocsDocument): readonly string[] {
  const params = Object.values(paramsOf(contract, method)).flat();
  const places = document.uses?.methods?.[`${group.slug}/${contract.name}/${method.name}`] ?? {};
  const inBody = [...(places["requestBody"] ?? []), ...(places["wsInput"] ?? [])].filter(
    (name) => document.schemas[name]?.["x-brand"],
  );
  return [...new Set([...params.map((param) => keyOfParam(param, document)), ...inBody])];
}

/** A server in a list of them. */
export function nameOfServer({ index, server }: IndexedServer): string {
  return index === OWN_SERVICE ? t("This site") : server.url;
}

interface InputProps {
  readonly type?: "password" | undefined;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function Input({ type, label, value, onInput }: InputProps): JSX.Element {
  const id = useId();
  return (
    <p class="fill-line">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={(type ?? "text") as "password"} // types of inputs have roles of their own
        autoComplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </p>
  );
}

function Select({ label, value, options, onInput }: InputProps & { readonly options: readonly (readonly [string, string])[] }) {
  const id = useId();
  return (
    <p class="fill-line">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        {options.map(([name, words]) => <option value={name}>{words}</option>)}
      </select>
    </p>
  );
}

interface VariableProps extends Pick<InputProps, "value" | "onInput"> {
  readonly name: string;
  readonly variable: ServerVariable;
}

export function Variable({ name, variable, value, onInput }: VariableProps): JSX.Element {
  if (!variable.enum) return <Input label={`{${name}}`} value={value} onInput={onInput} />;
  return (
    <Select
      label={`{${name}}`}
      value={value || variable.default}
      options={variable.enum.map((each) => [each, each] as const)}
      onInput={onInput}
    />
  );
}
