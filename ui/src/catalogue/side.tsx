/** The right column of a method: what is filled in, the request in several languages, and what comes back. */

import { Fragment, h, type JSX } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { AsMarkdown } from "./method-parts";
import { isHttp, isSent, type Entry } from "../model/contracts";
import { ExampleChoice } from "./examples";
import { FillContext } from "../host/fill";
import { useKept } from "../host/kept";
import { linkOf } from "../host/attributes";
import { recall, remember } from "../host/storage";
import { Code } from "../parts/code";
import { useShown } from "../parts/context";
import { Switcher } from "../parts/switcher";
import { Tabs } from "../parts/tabs";
import { consoleModule, useModule } from "../parts/lazy";
import { t } from "../i18n";
import { resultsOf, type Result } from "../samples/results";
import { samplesOf, type Sample } from "../samples/samples";
import { masked } from "../samples/secrets";

interface Props {
  readonly entry: Entry;
}

/** The whole column. */
export function Side({ entry, title }: Props & { readonly title: string }): JSX.Element {
  const { contract, method } = entry;
  const { model, settings } = useShown();
  const { languages } = settings;
  const { fill } = useContext(FillContext);
  const samples = useMemo(
    () => samplesOf(model.document, contract, method, masked(model.document, contract, method, fill), languages),
    [model, entry, fill, languages],
  );
  const results = useMemo(() => resultsOf(model, entry.contract, entry.method), [model, entry]);
  return (
    <>
      {samples.length > 0 && (
        <section class="section" aria-label={title} data-at="samples">
          <Request entry={entry} samples={samples} />
        </section>
      )}
      <Results results={results} />
      <AsMarkdown entry={entry} />
    </>
  );
}

function Request({ entry, samples }: Props & { readonly samples: readonly Sample[] }): JSX.Element | null {
  const { contract, method } = entry;
  const { model, links, route, settings } = useShown();
  const { document } = model;
  const { fill, change } = useContext(FillContext);
  const link = linkOf(links, route.slug);
  const canSend = !isSent(contract) && !!(link?.console ?? link?.service);
  const isOpen = canSend && !!fill.console;
  const [isFilling, setFilling] = useState(false);
  const { value: late, failure } = useModule(consoleModule, isOpen || isFilling);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((candidate) => candidate.language === language) ?? samples[0];
  const open = (): void => change({ console: true, address: fill.address || location.origin });
  useEffect(() => {
    if (canSend && location.hash.includes("?call=")) open();
  }, []);
  if (!sample) return null;
  if (isSent(contract)) return <Code code={sample.code} what={t("example of {0}", method.name)} />;
  const close = (): void => change({ console: false });
  return (
    <>
      {isOpen ? (late ? (
        isHttp(method) ? <late.Console entry={entry} method={method} onClose={close} /> :
        contract.kind === "ws" && <late.Socket entry={entry} contract={contract} method={method} onClose={close} />
      ) : failure) : undefined}
      <Code
        code={sample.code}
        copied={() => samplesOf(document, contract, method, fill, settings.languages).find(({ language: id }) => id === sample.language)?.code ?? sample.code}
        what={t("the {0} code", sample.label)}
      >
        <ExampleChoice examples={isHttp(method) ? method.requestBody?.contents[0]?.examples : undefined} />
        <Switcher
          name={t("Languages")}
          value={sample.language}
          onSelect={(next) => {
            remember("language", next);
            setLanguage(next);
          }}
          options={samples.map(({ language: id, label }) => [id, label])}
        />
      </Code>
      {!isOpen && (
        <details class="fill" onToggle={({ currentTarget }) => setFilling(currentTarget.open)}>
          <summary>{t("Fill in once, for all samples")}</summary>
          {isFilling && (late ? <late.FillIn entry={entry} /> : failure)}
        </details>
      )}
    </>
  );
}

/** What the service answers: the responses and the errors, one of them at a time. */
function Results({ results }: { readonly results: readonly Result[] }): JSX.Element | null {
  const { fill } = useContext(FillContext);
  const [chosen, setChosen] = useKept("result", () => "");
  const result = results.find(({ id }) => id === chosen) ?? results[0];
  const code = useMemo(() => result && JSON.stringify(result.example(fill), null, 2), [result, fill]);
  if (!result || code === undefined) return null;
  const statuses = [...new Set(results.map(({ status }) => status))];
  const alike = results.filter(({ status }) => status === result.status);
  return (
    <section class="section" aria-label={t("Response samples")} data-at="results">
      <Tabs
        class="results"
        name={t("Responses and errors")}
        tabs={statuses.map((id) => ({ id, label: id }))}
        selected={result.status}
        onSelect={(id) => setChosen(results.find(({ status }) => status === id)?.id ?? "")}
      >
        {() => (
          <Code code={code} what={t("example of {0}", result.label)}>
            {alike.length > 1 ? (
              <Switcher name={t("Errors")} value={result.id} onSelect={setChosen} options={alike.map(({ id, label }) => [id, label])} />
            ) : <span class="quiet">{result.label}</span>}
            <ExampleChoice examples={result.examples} />
          </Code>
        )}
      </Tabs>
    </section>
  );
}
