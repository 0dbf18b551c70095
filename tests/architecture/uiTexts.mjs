/** Which texts of a view belong into a catalogue. Pure: syntax in, whether it is a text out. */

/** Properties and attributes that people read or hear. */
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

/** The name of the product, the beginning of an address, units and signs are no texts. */
const NO_TEXT = /^(?:Provision|https?:\/\/|[^\p{L}]*|[^\p{L}]*px)$/u;

/** Views: what draws the app and its widgets. */
export function isView(path) {
  return path.startsWith("src/") && path.endsWith(".tsx");
}

/** @param name of an attribute or a property. */
export function isRead(name) {
  return READ.has(name);
}

/** The first literal text that an expression may come to; null where there is none. */
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

/** As `textIn`, for a property of an object, which may name a text. */
export function textInProperty(node) {
  const text = textIn(node);
  return text !== null && NAME.test(text) ? null : text;
}

/** The text between tags; null where there is only space or the product's name. */
export function textBetween(value) {
  const text = value.trim();
  return text === "" || NO_TEXT.test(text) ? null : text;
}
