// Filters catalogues of services in pages of Sphinx.
(() => {
  "use strict";
  function element(name, attributes, ...content) {
    const made = document.createElement(name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    made.append(...content);
    return made;
  }

  /** A choice among the texts of elements with a class; nothing where all have the same. */
  function choiceOf(services, name, label, any) {
    const texts = services.flatMap((service) => [...service.querySelectorAll(name)].map((each) => each.textContent));
    const values = [...new Set(texts)].sort((a, b) => a.localeCompare(b));
    if (values.length < 2) return undefined;
    const options = values.map((value) => element("option", { value }, value));
    const select = element("select", {}, element("option", { value: "" }, any), ...options);
    const accepts = (service) => [...service.querySelectorAll(name)].some((each) => each.textContent === select.value);
    return {
      field: element("label", {}, `${label} `, select),
      accepts: (service) => select.value === "" || accepts(service),
    };
  }

  function addFilter(place) {
    const catalog = place.parentElement;
    const services = [...catalog.querySelectorAll(".gg-service")];
    const words = JSON.parse(place.dataset.words);
    const texts = services.map((service) => service.textContent.toLowerCase());
    const search = element("input", { type: "search", placeholder: words.filter, "aria-label": words.filter });
    const count = element("output", {});
    const choices = [
      choiceOf(services, ".gg-owner", words.owner, words.any),
      choiceOf(services, ".gg-lifecycle", words.lifecycle, words.any),
    ].filter(Boolean);

    function filter() {
      const sought = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      services.forEach((service, at) => {
        const isFound = sought.every((word) => texts[at].includes(word));
        service.hidden = !(isFound && choices.every((choice) => choice.accepts(service)));
        if (!service.hidden) shown += 1;
      });
      const isAll = shown === services.length;
      count.textContent = isAll ? "" : words.count.replace("{0}", shown).replace("{1}", services.length);
    }

    place.replaceChildren(search, ...choices.map((choice) => choice.field), count);
    place.addEventListener("input", filter);
    place.hidden = false;
  }

  const start = () => document.querySelectorAll(".gg-filter").forEach(addFilter);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
