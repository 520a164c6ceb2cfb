/** The view that belongs to a route. */

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { FillContext, recallFill, rememberFill, type Fill } from "../host/fill";
import { shownName } from "../model/model";
import { Boundary } from "./boundary";
import { useShown } from "./context";
import { Unknown } from "./failure";
import { MethodView } from "./method";
import { ContractView, GroupView, Overview } from "./overview";
import { ErrorView, TypeList, TypeView } from "./types";

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
        <Page />
      </Boundary>
    </FillContext.Provider>
  );
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
    case "brand": {
      if (!page.name) return <TypeList errors={false} />;
      const name = shownName(model.document, page.name);
      const schema = model.schema(name);
      return schema ? <TypeView name={name} schema={schema} /> : <Unknown words={page.name} />;
    }
    case "error": {
      if (!page.name) return <TypeList errors />;
      const error = model.error(page.name);
      return error ? <ErrorView name={page.name} error={error} /> : <Unknown words={page.name} />;
    }
    case "anchor":
      return <Unknown words={page.names.join("/")} />;
    case "unknown":
      return <Unknown words={page.path} />;
    default:
      return page satisfies never;
  }
}
