/** Who may call, and how callers identify themselves. */

import type { JSX } from "preact";
import type { Auth, Permission } from "../document";
import { Section } from "./heading";
import { Prose } from "./prose";

interface Props {
  readonly auth: readonly Auth[];
  readonly permission: Permission | undefined;
}

export function Access({ auth, permission }: Props): JSX.Element | null {
  if (auth.length === 0 && !permission) return null;
  return (
    <Section at="authentication" title="Authentication">
      <ul class="access">
        {auth.map(({ scheme, headerName, description }) => (
          <li key={`${scheme} ${headerName}`}>
            <strong>{scheme === "bearer" ? "Bearer token" : "API key"}</strong>
            {" in the header "}
            <code>{headerName}</code>
            <Prose text={description} class="small" />
          </li>
        ))}
        {permission && (
          <li>
            <strong>Permission</strong> {permission.text}
          </li>
        )}
      </ul>
    </Section>
  );
}
