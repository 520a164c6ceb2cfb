import "./styles/main.css";
import { GgDocs } from "./element";

if (!customElements.get("gg-docs")) customElements.define("gg-docs", GgDocs);
