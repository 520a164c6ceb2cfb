/** The right column of a method: what is filled in, the request in several languages, and what comes back. */

import type { JSX } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import { isOutgoing } from "../document";
import { FillContext } from "../host/fill";
import { recall, remember } from "../host/storage";
import type { Entry } from "../model/model";
import { Code } from "../views/code";
import { useShown } from "../views/context";
import { Section } from "../views/heading";
import { Tabs } from "../views/tabs";
import { t } from "../i18n";
import { FillIn } from "./fill-in";
import { serversOf } from "./request";
import { resultsOf } from "./results";
import { samplesOf } from "./samples";

interface Props {
  readonly entry: Entry;
}

export function Request({ entry }: Props): JSX.Element | null {
  const { contract, method } = entry;
  const { document } = useShown().model;
  const { fill } = useContext(FillContext);
  const samples = useMemo(() => samplesOf(document, contract, method, fill), [document, entry, fill]);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((candidate) => candidate.language === language) ?? samples[0];
  if (!sample) return null;
  if (isOutgoing(contract)) return <Code code={sample.code} what={t("example of {0}", method.name)} />;
  const isUnknown = serversOf(document, contract.kind === "ws").length === 0 && !fill.address;
  return (
    <>
      <FillIn entry={entry} />
      <Tabs
        name={t("Languages")}
        tabs={samples.map(({ language: id, label }) => ({ id, label }))}
        selected={sample.language}
        onSelect={(next) => {
          remember("language", next);
          setLanguage(next);
        }}
      >
        {(id) => {
          const { label, code } = samples.find(({ language }) => language === id) ?? sample;
          return <Code code={code} what={t("the {0} code", label)} />;
        }}
      </Tabs>
      {isUnknown && <p class="quiet small">{t("The document declares no server; fill in where yours is.")}</p>}
    </>
  );
}

/** What the service answers: the responses and the errors, one of them at a time. */
export function Results({ entry }: Props): JSX.Element | null {
  const { model } = useShown();
  const { fill } = useContext(FillContext);
  const [chosen, setChosen] = useState("");
  const results = useMemo(() => resultsOf(model.document, entry.contract, entry.method), [model, entry]);
  const result = results.find(({ id }) => id === chosen) ?? results[0];
  const code = useMemo(() => result?.code(fill), [result, fill]);
  if (!result) return null;
  return (
    <Section at="results" title={t("What comes back")}>
      <select
        class="switcher result"
        aria-label={t("Responses and errors")}
        value={result.id}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        {results.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {code === undefined ? (
        <p class="quiet">{t("No content.")}</p>
      ) : (
        <Code code={code} what={t("example of {0}", result.label)} />
      )}
    </Section>
  );
}
