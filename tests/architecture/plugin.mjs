/** This repository's lint rules: rooms, the single place of `new Worker`, `export *`, enums, texts of views, slow queries. */
import { relative, sep } from "node:path";
import { refuse } from "./rooms.mjs";
import { isRead, isView, textBetween, textIn, textInProperty } from "./uiTexts.mjs";

function pathOf(context) {
  return relative(context.cwd, context.filename).split(sep).join("/");
}

const isTypeSpecifier = ({ importKind, exportKind }) =>
  importKind === "type" || exportKind === "type";

/** Whether a declaration is erased by compilation. */
function isTypeOnly(node) {
  const kind = node.importKind ?? node.exportKind;
  if (kind === "type") return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every(isTypeSpecifier);
}

function literal(node) {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const isNamed = (node, name) => node.type === "Identifier" && node.name === name;

const rooms = {
  create(context) {
    const from = pathOf(context);
    const check = (node, source, about) => {
      const specifier = literal(source);
      if (specifier === null) return;
      const message = refuse({ from, specifier, isType: false, ...about });
      if (message !== null) context.report({ node, message });
    };
    const declaration = (node) => check(node, node.source, { isType: isTypeOnly(node) });
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node, node.source, {}),
      TSImportType: (node) => check(node, node.source ?? node.argument, { isType: true }),
      NewExpression: (node) => {
        if (isNamed(node.callee, "URL") && node.arguments[1]?.type === "MemberExpression") {
          check(node, node.arguments[0], { isUrl: true });
        }
      },
    };
  },
};

const workerStart = {
  create(context) {
    const from = pathOf(context);
    const mayStart = from.startsWith("src/kernel/") || from === "workers/analytics/worker.ts";
    const inBrowser = /^(?:src|workers|events)\//.test(from);
    return {
      NewExpression(node) {
        if (!inBrowser || mayStart) return;
        if (isNamed(node.callee, "Worker") || isNamed(node.callee, "SharedWorker")) {
          context.report({
            node,
            message:
              "Only src/kernel/ says `new Worker`, for the analytics core and for the store of the log, and the analytics worker for a thread of its own: each behind a port that tests and replay replace.",
          });
        }
      },
    };
  },
};

const exportAll = {
  create: (context) => ({
    ExportAllDeclaration(node) {
      context.report({
        node,
        message: "No `export *`: a reader of index.ts must see what a module offers.",
      });
    },
  }),
};

const typescriptOnly = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message:
          "No enum and no namespace: Node runs the server by stripping types, and a union of literals is checked as well.",
      });
    return {
      TSEnumDeclaration: report,
      TSModuleDeclaration: (node) => isOwn(node) && report(node),
    };
  },
};

/** `declare module "…"` and `declare global` extend other types and are no code. */
function isOwn(node) {
  return node.kind === "namespace" && !node.declare;
}

const words = {
  create(context) {
    if (!isView(pathOf(context))) return {};
    const check = (node, text) => {
      if (text === null) return;
      context.report({
        node,
        message: `"${text}" belongs into the catalogue of its room (messages.ts and messages.de.ts): a view has no text of its own.`,
      });
    };
    const nameOf = ({ type, name, value }) => (type === "Literal" ? String(value) : String(name));
    return {
      JSXText: (node) => check(node, textBetween(node.value)),
      JSXAttribute: (node) => isRead(nameOf(node.name)) && check(node, textIn(node.value)),
      JSXElement(node) {
        for (const child of node.children) {
          if (child.type === "JSXExpressionContainer") check(child, textIn(child));
        }
      },
      Property: (node) => isRead(nameOf(node.key)) && check(node, textInProperty(node.value)),
    };
  },
};

const NOT_IN_QUERY = /\bnot\s+in\s*\(\s*select\b/i;

const notInQuery = {
  create(context) {
    const from = pathOf(context);
    if (!from.startsWith("server/") || from.startsWith("server/db/migrations/")) return {};
    return {
      TemplateElement(node) {
        if (!NOT_IN_QUERY.test(node.value.raw)) return;
        context.report({
          node,
          message:
            "No `not in (select …)`: PostgreSQL compares all pairs once the ids exceed its memory for a hash. Write `not exists`.",
        });
      },
    };
  },
};

export default {
  meta: { name: "architecture" },
  rules: {
    rooms,
    "worker-start": workerStart,
    "no-export-all": exportAll,
    "no-typescript-only": typescriptOnly,
    words,
    "no-not-in-query": notInQuery,
  },
};
