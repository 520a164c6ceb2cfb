/** What the application keeps: the document, what the palette searches, the colours. */

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiDocsDocument } from "../document";
import { linkOf, type Settings } from "./attributes";
import { listen } from "./listen";
import { loadDocument, type Failure } from "./load";
import { watchScheme, type Choice, type Scheme } from "./scheme";
import { useOwn } from "./own";
import { recall, remember } from "./storage";
import { createModel, type Model } from "../model/model";
import { createNames, nameGroups, ownSlug } from "../model/route";

export type DocumentState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "loaded"; readonly model: Model };

export function useDocument(settings: Settings, slug: string): { readonly state: DocumentState; readonly retry: () => void } {
  const [state, setState] = useState<DocumentState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  const names = useOwn(createNames);
  const models = useRef(new Map<string, Model>());
  useLayoutEffect(() => {
    const known = models.current.get(slug);
    if (known) {
      setState({ kind: "loaded", model: known });
      return undefined;
    }
    // without a document the failure names the page
    const link = linkOf(settings.documents, slug) ?? settings.documents[0] ?? { slug, title: "", json: location.pathname, script: "" };
    let current = true;
    setState({ kind: "loading" });
    void loadDocument(link).then((loaded) => {
      if (!current) return;
      if (loaded.kind === "failed") {
        setState(loaded);
        return;
      }
      nameGroups(names, link.slug, loaded.document.groups);
      const model = createModel(loaded.document, loaded.problems);
      models.current.set(slug, model);
      setState({ kind: "loaded", model });
    });
    return () => {
      current = false;
    };
  }, [settings, slug, attempt]);
  return { state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

/** The documents that the open palette searches: first the current one, then all. */
export function useSearch(settings: Settings, model: Model | undefined): {
  readonly documents: readonly ApiDocsDocument[] | undefined;
  /** What is searched at first. */
  readonly query: string | undefined;
  /** Opens the palette, or closes it. */
  readonly find: (query: string | undefined) => void;
} {
  const names = useOwn(createNames);
  const [query, find] = useState<string>();
  const isOpen = query !== undefined;
  const [all, setAll] = useState<readonly ApiDocsDocument[]>();
  const documents = useMemo(() => {
    const [own, others] = [model?.document, all ?? []];
    if (!own) return others;
    const slug = ownSlug(own.service.slug);
    return [own, ...others.filter(({ service }) => service.slug !== slug)];
  }, [model, all]);
  useEffect(() => {
    if (!isOpen || all || settings.documents.length < 2) return;
    void Promise.all(settings.documents.map(loadDocument)).then((loaded) => {
      const found = loaded.flatMap((result) => (result.kind === "loaded" ? [result.document] : []));
      for (const { service, groups } of found) nameGroups(names, service.slug, groups);
      setAll(found);
    });
  }, [isOpen, all, settings]);
  return { documents: isOpen ? documents : undefined, query, find };
}

export function useScheme(embedded: boolean): {
  readonly scheme: Scheme;
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
} {
  const [choice, setChoice] = useState<Choice>(() => readChoice());
  const [pageScheme, setPageScheme] = useState<Scheme>("light");
  useLayoutEffect(() => {
    if (embedded) return watchScheme(setPageScheme);
    const system = matchMedia("(prefers-color-scheme: dark)");
    const update = (): void => setPageScheme(system.matches ? "dark" : "light");
    update();
    return listen(system, "change", update);
  }, [embedded]);
  return {
    scheme: embedded || choice === "system" ? pageScheme : choice,
    choice,
    choose(next) {
      remember("colours", next);
      setChoice(next);
    },
  };
}

function readChoice(): Choice {
  const kept = recall("colours");
  return kept === "light" || kept === "dark" ? kept : "system";
}
