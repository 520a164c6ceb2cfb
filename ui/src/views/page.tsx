/** The view that belongs to a route. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { FillContext, recallFill, rememberFill, type Fill } from "../host/fill";
import { detailsModule } from "../lazy-modules";
import { isOfMethods, type CataloguePage as Place } from "../route";
import { Boundary } from "./boundary";
import { useShown } from "./context";
import { Unknown } from "./failure";
import { MethodView } from "./method";
import { ContractView, GroupView, Overview } from "./overview";
import { useLazyModule } from "./lazy";

export function PageView(): JSX.Element {
  const { slug } = useShown().route;
  const [fill, setFill] = useState(() => recallFill(slug));
  const store = useMemo(
    () => ({
      fill,
      change: (part: Partial<Fill>) => {
        const next = { ...fill, ...part };
        rememberFill(slug, next);
        setFill(next);
      },
    }),
    [fill, slug],
  );
  return (
    <FillContext.Provider value={store}>
      <Boundary>
        <Whole />
      </Boundary>
    </FillContext.Provider>
  );
}

/** The page of the route, or all methods. */
function Whole(): JSX.Element {
  const { route, reading } = useShown();
  const isWhole = reading.isContinuous && isOfMethods(route.page);
  const { value, failure } = useLazyModule(detailsModule, isWhole);
  if (!isWhole || failure) return <Page />;
  return <>{value && <value.Continuous otherwise={<Page />} />}</>;
}

function Page(): JSX.Element {
  const { model, route } = useShown();
  const { page } = route;
  switch (page.kind) {
    case "overview":
      return <Overview />;
    case "group": {
      const group = model.group(page.group);
      return group ? <GroupView group={group} /> : <Unknown words={page.group} />;
    }
    case "contract": {
      const group = model.group(page.group);
      const contract = model.contract(page.group, page.contract);
      if (!group || !contract) return <Unknown words={`${page.group}/${page.contract}`} />;
      return <ContractView group={group} contract={contract} />;
    }
    case "method": {
      const entry = model.method(page);
      return entry ? <MethodView entry={entry} /> : <Unknown words={`${page.group}/${page.contract}/${page.method}`} />;
    }
    case "schema":
    case "brand":
    case "error":
      return <CataloguePage page={page} />;
    case "anchor":
      return <Unknown words={page.names.join("/")} />;
    case "unknown":
      return <Unknown words={page.path} />;
    default:
      return page satisfies never;
  }
}

function CataloguePage({ page }: { readonly page: Place }): JSX.Element | null {
  const { value, failure } = useLazyModule(detailsModule);
  return value ? <value.PageOf page={page} /> : (failure ?? null);
}
