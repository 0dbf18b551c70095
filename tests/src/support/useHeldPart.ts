import { useState } from "react";

/** A disclosure, held like the owner of a widget does. */
export function useHeldPart(openAtFirst = false) {
  const [open, setOpen] = useState(openAtFirst);
  const [text, setText] = useState("");
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    if (next) setText("");
  };
  return { open, onOpenChange, text, onSearch: setText };
}
