/** How the caller identifies itself: the alternative that is chosen, and a field for each of its credentials. */

import { Fragment, h, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { FillContext } from "../host/fill";
import { t } from "../i18n";
import type { Entry } from "../model/contracts";
import { carrierOf, securityOf, type SecurityScheme } from "../model/security";
import { credentialKeys, namesOfWay, wayOf } from "../samples/request";
import { kindOf } from "../views/access";
import { useShown } from "../views/context";
import { Row } from "./form";

export function Credentials({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const alternatives = securityOf(document, entry.contract, entry.method) ?? [];
  const way = wayOf(alternatives, fill);
  const keyOf = credentialKeys(document, entry.method, fill);
  if (alternatives.every((alternative) => alternative.length === 0)) return null;
  return (
    <div role="group" aria-label={t("Authentication")} class="console-group">
      {alternatives.length > 1 && (
        <Row label={() => t("Authentication")}>
          {(id) => (
            <select id={id} value={namesOfWay(way)} onChange={(event) => change({ way: event.currentTarget.value })}>
              {alternatives.map((each) => <option value={namesOfWay(each)}>{namesOfWay(each) || t("none")}</option>)}
            </select>
          )}
        </Row>
      )}
      {way.map(({ name, scheme }) => (
        <Secret
          name={name}
          scheme={scheme}
          value={fill.credentials[keyOf(name)] ?? ""}
          onChange={(value) => change({ credentials: { ...fill.credentials, [keyOf(name)]: value } })}
        />
      ))}
    </div>
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
