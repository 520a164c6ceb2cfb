/** Two elements on a page share nothing, not even their language. */

import { h, render, type JSX } from "preact";
import { useState } from "preact/hooks";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { createMemory } from "./console/memory";
import { createFills, EMPTY, recallFill, rememberFill } from "./host/fill";
import { Place, useKept } from "./host/kept";
import { ownOf } from "./host/own";
import { HostContext, inThisLanguage, languageOf, t } from "./i18n";

const GERMAN = languageOf({ language: "de", messages: { Search: "Suche", "Try again": "Erneut" } });
const ENGLISH = languageOf(undefined);

let later = (): string => "";
let clicked = "";

function Fold(): JSX.Element {
  const [open, setOpen] = useKept("fold", () => false);
  const [count, setCount] = useState(0);
  return (
    <button
      onClick={() => {
        clicked = t("Try again");
        later = inThisLanguage(() => t("Try again"));
        setOpen(!open);
        setCount(count + 1);
      }}
    >
      {`${t("Search")} ${open} ${count}`}
    </button>
  );
}

test("each renders and answers in its own language, and keeps its own state", async () => {
  const { document, Event } = parseHTML("<!doctype html><html><body></body></html>");
  Object.assign(globalThis, { document });
  const elements = [GERMAN, ENGLISH].map((language) => {
    const root = document.createElement("div");
    const host = { language };
    const tree = { host } as unknown as Node; // its shadow root
    const draw = (): void =>
      render(
        <HostContext.Provider value={host}>
          <Place name="page"><Fold /></Place>
        </HostContext.Provider>,
        root,
      );
    draw();
    const button = root.querySelector("button")!;
    button.getRootNode = () => tree;
    return { root, draw, button };
  });
  const [german, english] = elements as [(typeof elements)[0], (typeof elements)[0]];
  const texts = (): readonly string[] => elements.map(({ root }) => root.textContent ?? "");
  expect(texts()).toEqual(["Suche false 0", "Search false 0"]);

  german.button.dispatchEvent(new Event("click"));
  expect(clicked).toBe("Erneut");
  const words = later;
  english.button.dispatchEvent(new Event("click"));
  expect(clicked).toBe("Try again");
  expect(words()).toBe("Erneut"); // after the other one has spoken
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(texts()).toEqual(["Suche true 1", "Search true 1"]);

  render(null, german.root);
  german.draw();
  expect(german.root.textContent).toBe("Suche true 0"); // as its reader left it
  render(null, english.root);
  english.draw();
  expect(texts()).toEqual(["Suche true 0", "Search true 0"]);
});

test("what is filled in, and the last calls, belong to one of them", () => {
  const [own, other] = [{ language: ENGLISH }, { language: ENGLISH }];
  rememberFill(ownOf(own, createFills), "shop", { ...EMPTY, address: "https://a.example" });
  expect(recallFill(ownOf(own, createFills), "shop").address).toBe("https://a.example");
  expect(recallFill(ownOf(other, createFills), "shop").address).toBeUndefined();
  ownOf(own, createMemory).noteSeen("shop", "OrderId", "o1");
  expect(ownOf(own, createMemory).seenIn("shop").get("OrderId")).toEqual(["o1"]);
  expect(ownOf(other, createMemory).seenIn("shop").size).toBe(0);
});
