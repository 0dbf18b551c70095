/** A text of any length, which the tooltip around the rows shows where the column cuts it off. */
export function Whole({ text }: { readonly text: string }) {
  return <span data-tooltip={text}>{text}</span>;
}
