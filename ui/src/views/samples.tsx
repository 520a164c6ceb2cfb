/** Code samples for a method in several languages, or the message that the service sends. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { recall, remember } from "../host/storage";
import { isOutgoing } from "../document";
import type { Entry } from "../model/model";
import { samplesModule } from "../lazy-modules";
import { Code } from "./code";
import { useShown } from "./context";
import { CopyButton } from "./copy";
import { Section } from "./heading";
import { Lazy } from "./lazy";
import { Tabs } from "./tabs";
import { t } from "../i18n";

interface Props {
  readonly entry: Entry;
}

export function Samples({ entry }: Props): JSX.Element {
  const title = isOutgoing(entry.contract) ? t("Example") : t("Code");
  return (
    <Section at="samples" title={title}>
      <Lazy module={samplesModule}>{({ samplesOf }) => <Languages entry={entry} samplesOf={samplesOf} />}</Lazy>
    </Section>
  );
}

function Languages({ entry, samplesOf }: Props & Pick<typeof import("../samples"), "samplesOf">): JSX.Element | null {
  const { model } = useShown();
  const samples = useMemo(() => samplesOf(model.document, entry.contract, entry.method), [model, entry]);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((candidate) => candidate.language === language) ?? samples[0];
  if (!sample) return null;
  if (isOutgoing(entry.contract)) return <Code code={sample.code} what={t("example of {0}", entry.method.name)} />;
  const what = t("the {0} code", sample.label);
  return (
    <Tabs
      name={t("Languages")}
      tabs={samples.map(({ language: id, label }) => ({ id, label }))}
      selected={sample.language}
      after={<CopyButton text={() => sample.code} what={what} />}
      onSelect={(next) => {
        remember("language", next);
        setLanguage(next);
      }}
    >
      {(id) => {
        const { label, code } = samples.find(({ language }) => language === id) ?? sample;
        return <Code code={code} what={t("the {0} code", label)} bare />;
      }}
    </Tabs>
  );
}
