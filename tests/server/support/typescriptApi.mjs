// openapi-typescript needs the API of TypeScript 5 or 6, which version 7 lacks: @ts-morph/common contains it, without
// commands. As `node --import`, this replaces one with the other.
import { register } from "node:module";

const api = `data:text/javascript,${encodeURIComponent(
  `import { createRequire } from "node:module";
   export default createRequire(${JSON.stringify(import.meta.url)})("@ts-morph/common").ts;`,
)}`;
const hook = `export const resolve = (specifier, context, next) =>
  specifier === "typescript" ? { url: ${JSON.stringify(api)}, shortCircuit: true } : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
