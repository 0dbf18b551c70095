import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { cx } from "../cx.ts";
import { FieldFrame, useField, type FieldLook } from "../FieldFrame.tsx";
import { useMessages } from "../language/LanguageProvider.tsx";
import styles from "./CodeField.module.css";
import { editorExtensions, markProblem } from "./extensions.ts";
import { codeMessages } from "./messages.ts";
import type { CodeCompletion, CodeMark } from "./types.ts";

export type CodeFieldProps = FieldLook & {
  id?: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  completions: readonly CodeCompletion[];
  /** The part of the code that the error is about. */
  mark?: CodeMark | null;
  /** Several lines high. */
  tall?: boolean;
  required?: boolean;
  disabled?: boolean;
};

/**
 * Code with colours, completion and a marked error. Tab leaves it. The editor is in a shadow tree, where its styles are
 * adopted style sheets: in the document they would be style elements, which the content security policy refuses.
 */
export function CodeField({
  value,
  onChange,
  maxLength,
  completions,
  mark = null,
  tall = false,
  ...field
}: CodeFieldProps) {
  const { phrases } = useMessages(codeMessages);
  const { frame, aria, control, roomTaken } = useField(field);
  const { label, description, error } = field;
  const { disabled = false } = control;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const told = typeof description === "string" ? description : "";
  // The editor lives longer than one rendering.
  const latest = useRef({ value, onChange, completions });
  useEffect(() => {
    latest.current = { value, onChange, completions };
  });

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          editorExtensions({
            completions: () => latest.current.completions,
            maxLength,
            phrases,
            onChange: (text) => {
              if (text !== latest.current.value) latest.current.onChange(text);
            },
          }),
          attributes.of([]),
        ],
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [maxLength, phrases]);

  useEffect(() => {
    const now = view.current;
    if (now === null || now.state.doc.toString() === value) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } });
  }, [value]);

  const start = mark?.start ?? null;
  const end = mark?.end ?? null;
  useEffect(() => {
    const isMarked = start !== null && end !== null;
    view.current?.dispatch({ effects: markProblem.of(isMarked ? { start, end } : null) });
  }, [start, end]);

  const isInvalid = aria["aria-invalid"] === true;
  const explanation = [told, error].filter(Boolean).join(" ");
  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.reconfigure([
        EditorState.readOnly.of(disabled),
        EditorView.editable.of(!disabled),
        EditorView.contentAttributes.of({
          "aria-label": label,
          // An id of the document has no meaning in the shadow tree.
          ...(explanation !== "" && { "aria-description": explanation }),
          ...(isInvalid && { "aria-invalid": "true" }),
          ...(disabled && { "aria-disabled": "true" }),
        }),
      ]),
    });
  }, [label, explanation, isInvalid, disabled, maxLength, phrases]);

  return (
    <FieldFrame
      {...frame}
      onLabel={() => view.current?.focus()}
      aside={roomTaken(value, maxLength)}
    >
      <div
        ref={host}
        className={cx(
          styles.editor,
          tall && styles.tall,
          isInvalid && styles.invalid,
          disabled && styles.off,
        )}
        // Browsers reveal the line of the caret only.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: "nearest" })}
        onMouseDown={({ target, currentTarget, nativeEvent }) => {
          // Below the last line, too.
          if (target !== currentTarget || nativeEvent.composedPath()[0] !== currentTarget) return;
          nativeEvent.preventDefault();
          view.current?.focus();
        }}
      />
    </FieldFrame>
  );
}

const attributes = new Compartment();
