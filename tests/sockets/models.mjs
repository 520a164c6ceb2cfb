// models.mjs DOCUMENT: TypeScript types of all messages of an AsyncAPI document, by Modelina.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../validators/package.json", import.meta.url));
const { TypeScriptGenerator } = require("@asyncapi/modelina");
const generator = new TypeScriptGenerator({ modelType: "interface", enumType: "union", rawPropertyNames: true });
const models = await generator.generate(JSON.parse(readFileSync(process.argv[2], "utf8")));
process.stdout.write(models.map((model) => model.result).join("\n"));
