/** Who may call, and how callers identify themselves. */

import type { JSX } from "preact";
import type { Auth, Contract, Permission } from "../document";
import { Section } from "./heading";
import { Prose } from "./prose";
import { around, t } from "../words";

interface Props {
  readonly auth: readonly Auth[];
  readonly permission: Permission | undefined;
}

export function Access({ auth, permission }: Props): JSX.Element | null {
  if (auth.length === 0 && !permission) return null;
  return (
    <Section at="authentication" title={t("Authentication")}>
      <ul class="access">
        {auth.map((each) => (
          <Way key={`${each.scheme} ${each.headerName}`} auth={each} />
        ))}
        {permission && (
          <li>
            <strong>{t("Permission")}</strong> {permission.text}
          </li>
        )}
      </ul>
    </Section>
  );
}

interface WaysProps {
  readonly contracts: readonly Contract[];
}

/** All ways in which callers of a document identify themselves. */
export function WaysIn({ contracts }: WaysProps): JSX.Element | null {
  const ways = new Map<string, { readonly auth: Auth; count: number }>();
  for (const auth of contracts.flatMap((contract) => contract.auth ?? [])) {
    const key = JSON.stringify(auth);
    const known = ways.get(key);
    if (known) known.count += 1;
    else ways.set(key, { auth, count: 1 });
  }
  if (ways.size === 0) return null;
  return (
    <Section at="authentication" title={t("Authentication")}>
      <ul class="access">
        {[...ways.values()].map(({ auth, count }, at) => (
          <Way key={at} auth={auth} after={` · ${t("{0} of {1} contracts", count, contracts.length)}`} />
        ))}
      </ul>
    </Section>
  );
}

function Way({ auth, after }: { readonly auth: Auth; readonly after?: string }): JSX.Element {
  return (
    <li>
      {around(
        "{0} in the header {1}",
        <strong>{auth.scheme === "bearer" ? t("Bearer token") : t("API key")}</strong>,
        <code>{auth.headerName}</code>,
      )}
      {after && <span class="quiet">{after}</span>}
      <Prose text={auth.description} class="small" />
    </li>
  );
}
