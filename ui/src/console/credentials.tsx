/** How the caller identifies itself: the alternative that is chosen, and a field for each of its credentials. */

import { Fragment, h, type JSX } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { FillContext } from "../host/fill";
import { inThisLanguage, t } from "../i18n";
import type { Entry } from "../model/contracts";
import { carrierOf, securityOf } from "../model/security";
import type { SecurityScheme } from "../types/security-scheme";
import { namesOfWay, wayOf } from "../samples/request";
import { credentialKeys, serverOf } from "../samples/servers";
import { kindOf } from "../views/access";
import { useShown } from "../parts/context";
import { Row } from "./form";
import { grantsOf, redirectAddress, tokenFor, tokenPlace, type Asked, type Grant } from "./oauth";

export function Credentials({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const alternatives = securityOf(document, entry.contract, entry.method) ?? [];
  const way = wayOf(alternatives, fill);
  const keyOf = credentialKeys(document, entry.method, fill);
  const base = serverOf(document, entry.method, fill).replace(/^ws/, "http");
  if (alternatives.every((alternative) => alternative.length === 0)) return null;
  return (
    <div role="group" aria-label={t("Authentication")} class="console-group credentials">
      {alternatives.length > 1 && (
        <Row label={() => t("Authentication")}>
          {(id) => (
            <select id={id} value={namesOfWay(way)} onChange={(event) => change({ way: event.currentTarget.value })}>
              {alternatives.map((each) => <option value={namesOfWay(each)}>{namesOfWay(each) || t("none")}</option>)}
            </select>
          )}
        </Row>
      )}
      {way.map(({ name, scheme, scopes }) => {
        const set = (value: string): void => change({ credentials: { ...fill.credentials, [keyOf(name)]: value } });
        return (
          <Fragment key={keyOf(name)}>
            <Secret name={name} scheme={scheme} value={fill.credentials[keyOf(name)] ?? ""} onChange={set} />
            {grantsOf(scheme, base).length > 0 && <TokenForm {...{ scheme, scopes, base }} onToken={set} />}
          </Fragment>
        );
      })}
    </div>
  );
}

interface TokenProps {
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
  /** The address of the service, where addresses of tokens may be relative. */
  readonly base: string;
  readonly onToken: (token: string) => void;
}

/** Asks the service for a token; what is filled in here is kept nowhere. */
function TokenForm({ scheme, scopes, base, onToken }: TokenProps): JSX.Element {
  const grants = grantsOf(scheme, base);
  const [picked, pick] = useState<Grant>();
  const chosen = grants.find((grant) => grant === picked) ?? grants[0]!;
  const [asked, setAsked] = useState<Asked>({ client: "", secret: "", user: "", scopes });
  const [state, setState] = useState("");
  const running = useRef<AbortController>(undefined);
  const names = { authorizationCode: t("Authorization code"), clientCredentials: t("Client credentials"), password: t("Password") };
  useEffect(() => () => running.current?.abort(), []);
  const optional = (label: string): string => `${label} (${t("optional")})`;
  const field = (key: "client" | "secret" | "user", label: string, isSeen: boolean): JSX.Element => (
    <Row label={() => label}>{(id) => <Masked id={id} isSeen={isSeen} value={asked[key]} onChange={(value) => setAsked({ ...asked, [key]: value })} />}</Row>
  );
  const ask = (): void => {
    running.current?.abort();
    running.current = new AbortController();
    setState(t("Waiting for the answer…"));
    tokenFor(scheme, chosen, asked, base, running.current.signal).then(
      inThisLanguage((token) => {
        onToken(token);
        setState(t("The token has come."));
      }),
      inThisLanguage((error: unknown) => setState(t("No token: {0}", error instanceof Error ? error.message : ""))),
    );
  };
  return (
    <details class="token">
      <summary>{t("Get a token")}</summary>
      {grants.length > 1 && (
        <Row label={() => t("Authentication")}>
          {(id) => (
            <select id={id} value={chosen} onChange={(event) => pick(event.currentTarget.value as Grant)}>
              {grants.map((grant) => <option value={grant}>{names[grant]}</option>)}
            </select>
          )}
        </Row>
      )}
      <p class="note">{t("What is filled in here goes to {0}.", tokenPlace(scheme, chosen, base) ?? "")}</p>
      {field("client", chosen === "password" ? optional(t("Client id")) : t("Client id"), true)}
      {chosen === "password" && field("user", t("User name"), true)}
      {chosen !== "authorizationCode" && field("secret", chosen === "password" ? t("Password") : t("Client secret"), false)}
      <Row label={() => optional(t("Scopes"))}>
        {(id) => <Masked id={id} isSeen value={asked.scopes.join(" ")} onChange={(value) => setAsked({ ...asked, scopes: value.split(" ") })} />}
      </Row>
      {chosen === "authorizationCode" && <p class="note">{t("The client has to be registered with the address {0}.", redirectAddress())}</p>}
      {chosen === "clientCredentials" && <p class="note">{t("The secret of a client belongs on a server: use one for tests.")}</p>}
      <div class="console-foot">
        <button class="button" onClick={ask}>{t("Get a token")}</button>
        <span role="status">{state}</span>
      </div>
    </details>
  );
}

interface SecretProps {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field of a scheme, or why a browser cannot send it. */
function Secret({ name, scheme, value, onChange }: SecretProps): JSX.Element {
  const [place] = carrierOf(scheme) ?? [];
  const label = (): JSX.Element => <><code>{name}</code> <span class="part-type">{kindOf(scheme)}</span></>;
  if (place === undefined) return <p class="note">{t("{0}: a page cannot send this; copy the call.", name)}</p>;
  if (place === "cookie") return <p class="note">{t("{0}: a cookie of the browser; tick that cookies are sent.", name)}</p>;
  if (scheme.type === "http" && /^basic$/i.test(scheme.scheme ?? "")) {
    const [user = "", ...rest] = value.split(":");
    return (
      <>
        <Row label={label}>{(id) => <Masked id={id} isSeen value={user} onChange={(next) => onChange(`${next}:${rest.join(":")}`)} />}</Row>
        <Row label={() => t("Password")}>{(id) => <Masked id={id} value={rest.join(":")} onChange={(next) => onChange(`${user}:${next}`)} />}</Row>
      </>
    );
  }
  return <Row label={label}>{(id) => <Masked id={id} value={value} onChange={onChange} />}</Row>;
}

interface MaskedProps extends Pick<SecretProps, "value" | "onChange"> {
  readonly id: string;
  readonly isSeen?: boolean;
}

function Masked({ id, value, onChange, isSeen }: MaskedProps): JSX.Element {
  return (
    <input
      id={id}
      type={(isSeen ? "text" : "password") as "text"}
      autoComplete="off"
      spellcheck={false}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
