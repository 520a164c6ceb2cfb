// Starts the AsyncAPI component with the specification that ?spec= names, or the first one.
"use strict";
{
  const place = document.getElementById("viewer");
  const specs = JSON.parse(place.dataset.specs);
  const wanted = new URLSearchParams(location.search).get("spec");
  const spec = specs.find(({ slug }) => slug === wanted) ?? specs[0];
  document.querySelector(`.ggdocs-specs a[href="?spec=${spec.slug}"]`)?.setAttribute("aria-current", "page");
  AsyncApiStandalone.render({ schema: { url: spec.url }, config: { show: { sidebar: true } } }, place);
}
