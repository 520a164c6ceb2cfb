/** Calls that belong together: numbered steps that link to their methods, and what they send. */

import { h, type JSX } from "preact";
import type { Workflow } from "../document";
import { methodPage } from "../model/model";
import { workflowAnchor } from "../model/route";
import { useLinks } from "../parts/context";
import { Heading, Section } from "../parts/heading";
import { Prose } from "../parts/prose";
import { t } from "../i18n";
import { refOfKey } from "./method-parts";

export function WorkflowList({ listed }: { readonly listed: readonly Workflow[] }): JSX.Element {
  return (
    <Section at="workflows" title={t("Workflows")}>
      {listed.map((workflow) => (
        <div class="prose" data-at={workflowAnchor(workflow.name)}>
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
    <ol>
      {steps.map((step) => {
        const method = refOfKey(step.method);
        return (
          <li>
            <a href={link(methodPage(method))}><code>{method.contract}.{method.method}</code></a>
            <ul>
              {step.arguments?.map(({ input, step: of, pointer, value, place, name, brand }) => {
                const source = <code>{input ?? (of ? dotted(pointer) : JSON.stringify(value ?? null))}</code>;
                return (
                  <li>
                    <code class="field-name">{place === "body" ? dotted(name) || "body" : name}</code>
                    {" ← "}
                    {of && `${t("step {0}", steps.findIndex((known) => known.name === of) + 1)} `}
                    {brand ? <a href={link({ kind: "brand", name: brand })} title={brand}>{source}</a> : source}
                  </li>
                );
              })}
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
