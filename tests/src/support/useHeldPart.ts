import { useState } from "react";

/** A part that opens, closes and is searched, as the owner of a widget holds it. */
export function useHeldPart(openAtFirst = false) {
  const [open, setOpen] = useState(openAtFirst);
  const [text, setText] = useState("");
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    if (next) setText("");
  };
  return { open, onOpenChange, text, onSearch: setText };
}
