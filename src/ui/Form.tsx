import { useEffect, useReducer, useRef, type ReactNode } from "react";

export interface FormProps {
  readonly label: string;
  /** The id by which a button elsewhere submits the form. */
  readonly id?: string;
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that shows its own errors. A submit with errors focuses the first invalid field. */
export function Form({ label, id, onSubmit, className, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef({ sent: false, wrong: false });
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong && (seen.current.sent || !seen.current.wrong)) wrong.focus();
    // The server may still report a problem.
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
