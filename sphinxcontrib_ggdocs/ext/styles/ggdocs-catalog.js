// Filters catalogues of services by words; without it, all services are shown.
for (const field of document.querySelectorAll(".gg-filter")) {
  const [search, count] = field.children;
  const services = [...field.parentElement.querySelectorAll(".gg-service")];
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const service of services) {
      const text = service.textContent.toLowerCase();
      service.hidden = !words.every((word) => text.includes(word));
    }
    const shown = services.filter((service) => !service.hidden).length;
    const isAll = shown === services.length;
    count.textContent = isAll ? "" : field.dataset.count.replace("{0}", shown).replace("{1}", services.length);
  });
  field.hidden = services.length < 2;
}
