/** The right column of a method: what is filled in, the request in several languages, and what comes back. */

import { Fragment, h, type JSX } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { AsMarkdown } from "../catalogue/method-parts";
import { isHttp, isSent, type Entry } from "../model/contracts";
import { Choice, ExampleChoice } from "../example/views";
import { FillContext } from "../host/fill";
import { useKept } from "../host/kept";
import { linkOf } from "../host/attributes";
import { recall, remember } from "../host/storage";
import { pathsOf } from "../model/model";
import { MethodBadge } from "../views/badges";
import { Code } from "../views/code";
import { useShown } from "../views/context";
import { Section } from "../views/heading";
import { lateModule, useModule } from "../views/lazy";
import { t } from "../i18n";
import { FillIn } from "./fill-in";
import { resultsOf, type Result } from "./results";
import { samplesOf, type Sample } from "./samples";
import { serversOf } from "./servers";

interface Props {
  readonly entry: Entry;
}

/** The whole column. */
export function Side({ entry, title }: Props & { readonly title: string }): JSX.Element {
  const { contract, method } = entry;
  const { model, settings } = useShown();
  const { languages } = settings;
  const { fill } = useContext(FillContext);
  const samples = useMemo(() => samplesOf(model.document, contract, method, fill, languages), [model, entry, fill, languages]);
  const results = useMemo(() => resultsOf(model, entry.contract, entry.method), [model, entry]);
  return (
    <>
      {samples.length > 0 && (
        <Section at="samples" title={title}>
          <Request entry={entry} samples={samples} />
        </Section>
      )}
      <Results results={results} />
      <AsMarkdown entry={entry} />
    </>
  );
}

function Request({ entry, samples }: Props & { readonly samples: readonly Sample[] }): JSX.Element | null {
  const { contract, method } = entry;
  const { model, links, route } = useShown();
  const { document } = model;
  const { fill, change } = useContext(FillContext);
  const link = linkOf(links, route.slug);
  const canSend = !isSent(contract) && !!(link?.console ?? link?.service);
  const isOpen = canSend && !!fill.console;
  const { value: late, failure } = useModule(consoleModule, isOpen);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((candidate) => candidate.language === language) ?? samples[0];
  const open = (): void => change({ console: true, address: fill.address || location.origin });
  useEffect(() => {
    if (canSend && location.hash.includes("?call=")) open();
  }, []);
  if (!sample) return null;
  if (isSent(contract)) return <Code code={sample.code} what={t("example of {0}", method.name)} />;
  const isUnknown = serversOf(document, method, fill).length === 0 && !fill.address;
  const close = (): void => change({ console: false });
  return (
    <>
      {isOpen ? (late ? (
        isHttp(method) ? <late.Console entry={entry} method={method} onClose={close} /> :
        contract.kind === "ws" && <late.Socket entry={entry} contract={contract} method={method} onClose={close} />
      ) : failure) : <FillIn entry={entry} />}
      <Code code={sample.code} what={t("the {0} code", sample.label)}>
        <MethodBadge method={method} />
        <code class="path">{pathsOf(contract, method)[0]}</code>
        <ExampleChoice examples={isHttp(method) ? method.requestBody?.contents[0]?.examples : undefined} />
        <Choice
          name={t("Languages")}
          value={sample.language}
          onSelect={(next) => {
            remember("language", next);
            setLanguage(next);
          }}
          options={samples.map(({ language: id, label }) => [id, label])}
        />
        {canSend && !isOpen && <button class="button" onClick={open}>{isHttp(method) ? t("Send") : t("Connect")}</button>}
      </Code>
      {isUnknown && <p class="quiet small">{t("The document declares no server; fill in where yours is.")}</p>}
    </>
  );
}

const consoleModule = lateModule(() => import("../console"));

/** What the service answers: the responses and the errors, one of them at a time. */
function Results({ results }: { readonly results: readonly Result[] }): JSX.Element | null {
  const { fill } = useContext(FillContext);
  const [chosen, setChosen] = useKept("result", () => "");
  const result = results.find(({ id }) => id === chosen) ?? results[0];
  const code = useMemo(() => result && JSON.stringify(result.example(fill), null, 2), [result, fill]);
  if (!result || code === undefined) return null;
  return (
    <Section at="results" title={t("Response samples")}>
      <Code code={code} what={t("example of {0}", result.label)}>
        <Choice name={t("Responses and errors")} value={result.id} onSelect={setChosen} options={results.map(({ id, label }) => [id, label])} />
        <ExampleChoice examples={result.examples} />
      </Code>
    </Section>
  );
}
