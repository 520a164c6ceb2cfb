/** The view that belongs to a route. */

import { h, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { linkOf } from "../host/attributes";
import { createFills, FillContext, recallFill, rememberFill, type Fill } from "../host/fill";
import { Place } from "../host/kept";
import { useOwn } from "../host/own";
import type { Model } from "../model/model";
import { hashOf, type Route } from "../model/route";
import { Boundary } from "../parts/boundary";
import { useShown } from "../parts/context";
import { MethodView } from "./method";
import { ContractView, GroupView } from "./group";
import { Overview } from "./overview";
import { Late } from "../parts/lazy";

export function PageView(): JSX.Element {
  const { model, route, links } = useShown();
  const { problems } = model;
  const { slug } = route;
  const service = linkOf(links, slug)?.service;
  const fills = useOwn(createFills);
  const [fill, setFill] = useState(() => recallFill(fills, slug));
  const store = useMemo(
    () => ({
      fill: service === undefined ? fill : { ...fill, service: new URL(service, location.href).href, address: fill.address || location.origin },
      change: (part: Partial<Fill>) => {
        const next = { ...recallFill(fills, slug), ...part }; // of two changes in one step, both count
        rememberFill(fills, slug, next);
        setFill(next);
      },
    }),
    [fill, slug, service],
  );
  return (
    <FillContext.Provider value={store}>
      {problems.length > 0 && <Late>{({ ProblemList }) => <ProblemList problems={problems} />}</Late>}
      <Boundary>
        <Place name={hashOf({ ...route, at: undefined })}>
          <Page />
        </Place>
      </Boundary>
      {route.highlight && <Late>{({ Highlighted }) => <Highlighted />}</Late>}
    </FillContext.Provider>
  );
}

/** What is at the route. */
function Page(): JSX.Element {
  const { model, route } = useShown();
  return viewOf(route.page, model) ?? <Late>{({ Unknown }) => <Unknown />}</Late>;
}

/** The view of a page; undefined if the document has nothing there. */
function viewOf(page: Route["page"], model: Model): JSX.Element | undefined {
  switch (page.kind) {
    case "overview":
      return <Overview />;
    case "group": {
      const group = model.group(page.group);
      return group && <GroupView group={group} />;
    }
    case "contract": {
      const group = model.group(page.group);
      const contract = model.contract(page.group, page.contract);
      return group && contract && <ContractView group={group} contract={contract} />;
    }
    case "method": {
      const entry = model.method(page);
      return entry && <MethodView entry={entry} />;
    }
    case "schema":
    case "brand":
    case "error":
      return <Late>{({ PageOf }) => <PageOf />}</Late>;
    case "anchor":
    case "unknown":
      return undefined;
    default:
      return page satisfies never;
  }
}
