/** The right column of a method: what is filled in, the request in several languages, and what comes back. */

import { Fragment, h, type JSX } from "preact";
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { AsMarkdown } from "../catalogue/as-markdown";
import { isSent } from "../document";
import { FillContext, type Fill } from "../host/fill";
import { recall, remember } from "../host/storage";
import type { Entry } from "../model/model";
import { Code } from "../views/code";
import { useShown, type Sampled } from "../views/context";
import { Section } from "../views/heading";
import { Tabs } from "../views/tabs";
import { t } from "../i18n";
import { FillIn } from "./fill-in";
import { serversOf } from "./request";
import { linked, pathsTo, placesOf, type Place } from "./places";
import { resultsOf, type Result } from "./results";
import { samplesOf, type Sample } from "./samples";
import { useTwins } from "./twins";

interface Props {
  readonly entry: Entry;
}

interface SideProps extends Props {
  readonly title: string;
  /** Learns what the samples hold. */
  readonly onSampled: (sampled: Sampled) => void;
}

/** The whole column. */
export function Side({ entry, title, onSampled }: SideProps): JSX.Element {
  const { contract, method } = entry;
  const {
    model,
    settings: { languages },
  } = useShown();
  const { fill } = useContext(FillContext);
  const samples = useMemo(() => samplesOf(model.document, contract, method, fill, languages), [model, entry, fill, languages]);
  const results = useMemo(() => resultsOf(model, entry.contract, entry.method), [model, entry]);
  const [chosen, setChosen] = useState("");
  const end = useRef<HTMLSpanElement>(null);
  const showSection = useCallback(
    (section: string) => {
      const result = results.find((each) => each.section === section);
      if (result) setChosen(result.id);
    },
    [results],
  );
  useTwins(end, showSection);
  useEffect(() => {
    const code = [...samples.slice(0, 1), ...results.map((result) => codeOf(result, fill))];
    onSampled(pathsTo(code.flatMap(({ places }) => places())));
  }, [samples, results, fill, onSampled]);
  return (
    <>
      {samples.length > 0 && (
        <Section at="samples" title={title}>
          <Request entry={entry} samples={samples} />
        </Section>
      )}
      <Results results={results} chosen={chosen} onChoose={setChosen} />
      <AsMarkdown entry={entry} />
      <span hidden ref={end} />
    </>
  );
}

interface LinkedProps {
  readonly code: string;
  readonly what: string;
  readonly places: () => readonly Place[];
}

/** Code whose parts lead to the fields that describe them. */
function LinkedCode({ code, what, places }: LinkedProps): JSX.Element {
  const pieces = useMemo(() => linked(code, places()), [code, places]);
  return <Code code={code} what={what} pieces={pieces} />;
}

function Request({ entry, samples }: Props & { readonly samples: readonly Sample[] }): JSX.Element | null {
  const { contract, method } = entry;
  const { document } = useShown().model;
  const { fill } = useContext(FillContext);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((candidate) => candidate.language === language) ?? samples[0];
  if (!sample) return null;
  if (isSent(contract)) return <LinkedCode {...sample} what={t("example of {0}", method.name)} />;
  const isUnknown = serversOf(document, method).length === 0 && !fill.address;
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
          const { label, code, places } = samples.find(({ language }) => language === id) ?? sample;
          return <LinkedCode code={code} places={places} what={t("the {0} code", label)} />;
        }}
      </Tabs>
      {isUnknown && <p class="quiet small">{t("The document declares no server; fill in where yours is.")}</p>}
    </>
  );
}

interface ResultsProps {
  readonly results: readonly Result[];
  /** The id of one of them. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** What the service answers: the responses and the errors, one of them at a time. */
function Results({ results, chosen, onChoose }: ResultsProps): JSX.Element | null {
  const { fill } = useContext(FillContext);
  const result = results.find(({ id }) => id === chosen) ?? results[0];
  const sample = useMemo(() => result && codeOf(result, fill), [result, fill]);
  if (!result || !sample) return null;
  return (
    <Section at="results" title={t("Response samples")}>
      <select
        class="switcher result"
        aria-label={t("Responses and errors")}
        value={result.id}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {results.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <LinkedCode {...sample} what={t("example of {0}", result.label)} />
    </Section>
  );
}

function codeOf({ example, section, steps }: Result, fill: Fill): Pick<LinkedProps, "code" | "places"> {
  const value = example(fill);
  const code = JSON.stringify(value, null, 2);
  return { code, places: () => placesOf(code, value, section, steps) };
}
