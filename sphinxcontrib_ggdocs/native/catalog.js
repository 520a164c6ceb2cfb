// Filters catalogues of services. On a start page it also shows the catalogue until an address asks for a document.
(() => {
  "use strict";
  const isStart = document.currentScript.hasAttribute("data-start");
  const isReading = () => /^#\/./.test(location.hash); // the address `#/` is that of the catalogue

  function showPart() {
    document.documentElement.classList.toggle("gg-reading", isReading());
  }

  if (isStart) {
    // before the first paint: who follows a link to a method sees no catalogue
    showPart();
    let kept = "system";
    try {
      kept = localStorage.getItem("ggdocs-colours") ?? kept;
    } catch {
      // storage is forbidden on some pages and in some modes
    }
    document.documentElement.dataset.colours = kept;
  }

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

  /** The UI, which is in a template: it loads a document as soon as it is in the page. */
  function startReading() {
    const template = document.querySelector("template.gg-reader");
    const title = document.title;
    const docs = template.content.firstElementChild;

    function update() {
      showPart();
      if (isReading()) {
        if (!docs.isConnected) document.body.append(docs);
      } else {
        docs.remove();
        document.title = title;
      }
    }

    // the UI listens to this as well, and the element has to be there first
    addEventListener("hashchange", update, true);
    update();

    const find = document.querySelector(".gg-find");
    /** The field of the search, once it is visible: in a dialog that opens before, it has no focus. */
    function searchField() {
      const field = docs.shadowRoot?.querySelector("dialog input");
      return docs.isConnected && field?.checkVisibility() ? field : undefined;
    }

    /** What is typed before the field of the search is there gets into it. */
    function keepTyping() {
      let typed = "";
      const done = new AbortController();
      function keep(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") done.abort();
        else if (event.key === "Backspace") typed = typed.slice(0, -1);
        else if (event.key.length === 1) typed += event.key;
        else return;
        event.preventDefault();
        event.stopImmediatePropagation(); // `/` is a shortcut of the UI
      }
      function handOver() {
        if (done.signal.aborted) return;
        const field = searchField();
        if (!field && isReading()) {
          requestAnimationFrame(handOver);
          return;
        }
        done.abort();
        if (!field) return;
        field.focus();
        field.value += typed;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      addEventListener("keydown", keep, { capture: true, signal: done.signal });
      requestAnimationFrame(handOver);
    }

    function openSearch() {
      keepTyping(); // before the UI listens
      location.hash = find.dataset.hash;
      update();
      requestAnimationFrame(() => dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true })));
    }
    find.addEventListener("click", openSearch);
    addEventListener("keydown", (event) => {
      if (isReading() || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      openSearch();
    });
    find.hidden = false;
  }

  function start() {
    document.querySelectorAll(".gg-filter").forEach(addFilter);
    if (isStart) startReading();
  }

  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
