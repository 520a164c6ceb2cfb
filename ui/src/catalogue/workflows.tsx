/** Calls that belong together: numbered steps that link to their methods, and what they send. */

import { h, type JSX } from "preact";
import type { Workflow } from "../document";
import { methodPage } from "../model/model";
import { useLinks } from "../views/context";
import { Heading, Section } from "../views/heading";
import { Prose } from "../views/prose";
import { t } from "../i18n";

export function WorkflowList({ listed }: { readonly listed: readonly Workflow[] }): JSX.Element {
  return (
    <Section at="workflows" title={t("Workflows")}>
      {listed.map((workflow) => (
        <div key={workflow.name}>
          <Heading level={3}>{workflow.name}</Heading>
          <Prose text={workflow.summary} />
          <Prose text={workflow.description} />
          <Steps workflow={workflow} />
        </div>
      ))}
    </Section>
  );
}

function Steps({ workflow: { steps } }: { readonly workflow: Workflow }): JSX.Element {
  const link = useLinks();
  return (
    <ol class="prose">
      {steps.map((step) => {
        const [group = "", contract = "", method = ""] = step.method.split("/");
        return (
          <li>
            <a href={link(methodPage({ group, contract, method }))}><code>{contract}.{method}</code></a>
            <ul>
              {step.arguments?.map(({ input, step: of, pointer, value, place, name, brand }) => (
                <li>
                  <code>{place === "body" ? dotted(name) || "body" : name}</code>
                  {" ← "}
                  {of && `${t("step {0}", steps.findIndex((known) => known.name === of) + 1)} `}
                  <code>{input ?? (of ? dotted(pointer) : JSON.stringify(value ?? null))}</code>{" "}
                  {brand && <a href={link({ kind: "brand", name: brand })}>{brand}</a>}
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function dotted(pointer = ""): string {
  return pointer.slice(1).replaceAll("/", ".");
}
