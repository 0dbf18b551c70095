/** The shapes of projections' states, as the compiler sees them, one line each. */
import { join } from "node:path";
import { API, type Checker, type Type } from "typescript/unstable/sync";
import type { CallExpression, Node } from "typescript/unstable/ast";
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
} from "typescript/unstable/ast/is";

const root = join(import.meta.dirname, "../../..");
/** Functions that declare a projection; their first argument is its name. */
const DECLARING: ReadonlySet<string> = new Set([
  "createProjection",
  "createAllPages",
  "createCheckedFile",
  "createDialog",
  "createQuery",
]);
/** Those of them that return its store as a property. */
const STORES: ReadonlyMap<string, string> = new Map([["createCheckedFile", "$file"]]);
/** Functions that declare one by a definition with its name, and return its view as `$view`. */
const UNITS: ReadonlySet<string> = new Set(["createList", "createForm", "createConfirmation"]);

/** By projection name; a computed name by its fixed prefix and a star. */
export function shapesOfStates(): ReadonlyMap<string, string> {
  const api = new API({ cwd: root });
  try {
    const config = join(root, "tsconfig.json");
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    if (!project) throw new Error("tsconfig.json is no project");
    const { program, checker } = project;
    const shapes = new Map<string, string>();
    const within = (node: Node): void => {
      if (isCallExpression(node)) {
        const name = nameIn(node, checker);
        const made = name === null ? undefined : checker.getTypeAtLocation(node);
        const property = isUnit(node) ? "$view" : storeIn(node);
        const store = property && made ? propertyOf(made, property, checker) : made;
        const [state] = store?.isTypeReference() ? checker.getTypeArguments(store) : [];
        if (name !== null && state) shapes.set(name, shapeOf(state, checker, []));
      }
      node.forEachChild(within);
    };
    for (const file of program.getSourceFileNames()) {
      const source = file.startsWith(`${root}/src/`) ? program.getSourceFile(file) : undefined;
      if (source) within(source);
    }
    return shapes;
  } finally {
    api.close();
  }
}

/** Null if it declares none or only passes on its name parameter. */
function nameIn(call: CallExpression, checker: Checker) {
  const {
    expression,
    arguments: [first],
  } = call;
  if (isUnit(call) && first) {
    const definition = checker.getTypeAtLocation(first);
    const name = definition && propertyOf(definition, "name", checker);
    return name?.isStringLiteralType() ? name.value : null;
  }
  if (!isIdentifier(expression) || !DECLARING.has(expression.text) || !first) return null;
  if (isStringLiteral(first) || isNoSubstitutionTemplateLiteral(first)) return first.text;
  if (isTemplateExpression(first)) return `${first.head.text}*`;
  const type = checker.getTypeAtLocation(first);
  return type?.isStringLiteralType() ? type.value : null;
}

function isUnit({ expression }: CallExpression): boolean {
  return isIdentifier(expression) && UNITS.has(expression.text);
}

function storeIn({ expression }: CallExpression): string | undefined {
  return isIdentifier(expression) ? STORES.get(expression.text) : undefined;
}

function propertyOf(type: Type, name: string, checker: Checker): Type | undefined {
  const property = checker.getPropertiesOfType(type).find((one) => one.name === name);
  return property && checker.getTypeOfSymbol(property);
}

function shapeOf(type: Type, checker: Checker, around: readonly Type[]): string {
  // A recursive type.
  const outer = around.indexOf(type);
  if (outer >= 0) return `^${around.length - outer}`;
  const shapeWithin = (one: Type) => shapeOf(one, checker, [...around, type]);
  if (type.isUnionType()) {
    return (type.getTypes() ?? []).map(shapeWithin).toSorted().join(" | ");
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    return `[${items.map(shapeWithin).join(", ")}]`;
  }
  if (!type.isObjectType() && !type.isIntersectionType()) return checker.typeToString(type);
  const fields = checker.getPropertiesOfType(type).map((field) => {
    const value = checker.getTypeOfSymbol(field);
    return `${field.name}: ${value ? shapeWithin(value) : "?"}`;
  });
  const indexed = checker
    .getIndexInfosOfType(type)
    .map(({ keyType, valueType }) => `[${shapeWithin(keyType)}]: ${shapeWithin(valueType)}`);
  return `{ ${[...fields.toSorted(), ...indexed].join("; ")} }`;
}
