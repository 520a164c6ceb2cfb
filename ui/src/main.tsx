import "./styles/main.css";
import { GgDocs } from "./element";
import { detailsModule } from "./parts/lazy";

detailsModule.bring = () => import("./details");

// 1em of the element, as a length that stays the same inside of it; known already where the script has run before
try {
  CSS.registerProperty({ name: "--gg", syntax: "<length>", inherits: true, initialValue: "16px" });
} catch {}

if (!customElements.get("gg-docs")) customElements.define("gg-docs", GgDocs);
