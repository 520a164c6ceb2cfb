/** How to call a method, in the languages that people call it in; what the service sends, as it arrives. */

import type { JSX } from "preact";
import { useMemo, useState } from "../runtime";
import { recall, remember } from "../host/storage";
import { isOutgoing } from "../document";
import type { Entry } from "../model/model";
import { samplesOf } from "../samples";
import { Code } from "./code";
import { useShown } from "./context";
import { CopyButton } from "./copy";
import { Section } from "./heading";
import { Tabs } from "./tabs";
import { t } from "../words";

export function Samples({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const { model } = useShown();
  const samples = useMemo(() => samplesOf(model.document, entry.contract, entry.method), [model, entry]);
  const [language, setLanguage] = useState(() => recall("language") ?? "");
  const sample = samples.find((each) => each.language === language) ?? samples[0];
  if (!sample) return null;
  if (isOutgoing(entry.contract)) {
    return (
      <Section at="samples" title={t("Example")}>
        <Code code={sample.code} what={t("example of {0}", entry.method.name)} />
      </Section>
    );
  }
  const what = t("the {0} code", sample.label);
  return (
    <Section at="samples" title={t("Code")}>
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
        <Code code={sample.code} what={what} bare />
      </Tabs>
    </Section>
  );
}
