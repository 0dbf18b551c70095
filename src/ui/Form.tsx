import { useEffect, useReducer, useRef, type ReactNode } from "react";

export interface FormProps {
  readonly label: string;
  /** By it a button elsewhere sends the form. */
  readonly id?: string;
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that says itself what is wrong with it. When it is sent with problems, the first wrong field gets the focus. */
export function Form({ label, id, onSubmit, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef({ sent: false, wrong: false });
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong && (seen.current.sent || !seen.current.wrong)) wrong.focus();
    // The server may still find something.
    seen.current = { sent: seen.current.sent && !wrong, wrong: Boolean(wrong) };
  });
  return (
    <form
      ref={form}
      id={id}
      className={className}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        seen.current.sent = true;
        onSubmit();
        look();
      }}
    >
      {children}
    </form>
  );
}
