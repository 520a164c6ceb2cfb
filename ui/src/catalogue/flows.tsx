/** Where callers get the tokens of OAuth 2 and OpenID Connect. */

import { Fragment, h, type JSX } from "preact";
import type { OAuthFlow, SecurityScheme } from "../types/security-scheme";
import { t } from "../i18n";
import { SafeLink } from "../parts/external";
import { InlineProse } from "../parts/prose";

interface Props {
  readonly scheme: SecurityScheme;
  /** The required scopes: only flows that grant them are shown. All flows unless given. */
  readonly scopes: readonly string[] | undefined;
}

export function Flows({ scheme, scopes }: Props): JSX.Element {
  const flows = Object.entries(scheme.flows ?? {});
  const fitting = flows.filter(([, flow]) => scopes?.every((scope) => Object.hasOwn(flow.scopes ?? {}, scope)));
  return (
    <>
      {scheme.openIdConnectUrl && <p class="small">{t("Configuration")} <Address url={scheme.openIdConnectUrl} /></p>}
      {(fitting.length > 0 ? fitting : flows).map(([name, flow]) => (
        <Flow name={name} flow={flow} scopes={scopes ?? Object.keys(flow.scopes ?? {})} />
      ))}
    </>
  );
}

function Flow({ name, flow, scopes }: { readonly name: string; readonly flow: OAuthFlow; readonly scopes: readonly string[] }): JSX.Element {
  const names: Readonly<Record<string, string>> = {
    authorizationCode: t("Authorization code"),
    clientCredentials: t("Client credentials"),
    password: t("Password"),
    implicit: t("Implicit"),
    deviceAuthorization: t("Device"),
  };
  const addresses = [
    [t("Authorize"), flow.deviceAuthorizationUrl ?? flow.authorizationUrl],
    [t("Token"), flow.tokenUrl],
    [t("Refresh"), flow.refreshUrl],
  ].filter(([, url]) => url);
  const texts = flow.scopes ?? {};
  return (
    <div class="flow small">
      <p>{names[name] ?? name}</p>
      <dl>
        {addresses.map(([label, url = ""]) => (
          <div>
            <dt>{label}</dt>
            <dd>
              <Address url={url} />
            </dd>
          </div>
        ))}
        {scopes
          .filter((scope) => Object.hasOwn(texts, scope))
          .map((scope) => (
            <div>
              <dt>
                <code>{scope}</code>
              </dt>
              <dd>
                <InlineProse text={texts[scope]} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** Relative ones are of the service, not of this page. */
function Address({ url }: { readonly url: string }): JSX.Element {
  return url.includes(":") ? <SafeLink href={url}>{url}</SafeLink> : <code>{url}</code>;
}
