/** Decides which texts of a view belong in a catalogue. Pure: works on syntax trees. */

/** Properties and attributes that users read or hear. */
const READ = new Set([
  "alt",
  "ariaLabel",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "cancelLabel",
  "context",
  "continueLabel",
  "description",
  "detail",
  "does",
  "emptyText",
  "failedText",
  "header",
  "hint",
  "label",
  "message",
  "placeholder",
  "product",
  "removeLabel",
  "searchLabel",
  "term",
  "text",
  "title",
  "valueText",
]);

/** The product's name, the start of an address, units and symbols do not count as texts. */
const NO_TEXT = /^(?:Provision|https?:\/\/|[^\p{L}]*|[^\p{L}]*px)$/u;

/** Views: modules that render the app and its widgets. */
export function isView(path) {
  return path.startsWith("src/") && path.endsWith(".tsx");
}

/** @param name of an attribute or a property. */
export function isRead(name) {
  return READ.has(name);
}

/** The first possible literal text of an expression; null if there is none. */
export function textIn(node) {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" && !NO_TEXT.test(node.value) ? node.value : null;
    case "TemplateLiteral":
      return (
        node.quasis
          .map(({ value }) => value.cooked)
          .find((part) => part !== null && !NO_TEXT.test(part.trim())) ?? null
      );
    case "ConditionalExpression":
      return textIn(node.consequent) ?? textIn(node.alternate);
    case "LogicalExpression":
      return (node.operator === "&&" ? null : textIn(node.left)) ?? textIn(node.right);
    case "TSAsExpression":
    case "JSXExpressionContainer":
      return textIn(node.expression);
    default:
      return null;
  }
}

/** The name of a text in a catalogue. */
const NAME = /^[a-z][A-Za-z]*$/;

/** Like `textIn`, for an object property, which may name a text. */
export function textInProperty(node) {
  const text = textIn(node);
  return text !== null && NAME.test(text) ? null : text;
}

/** The text between tags; null for white space or the product's name. */
export function textBetween(value) {
  const text = value.trim();
  return text === "" || NO_TEXT.test(text) ? null : text;
}
