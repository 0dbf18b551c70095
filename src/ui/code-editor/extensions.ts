/** What the code editor is made of, besides its text. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import { celLanguage } from "./celLanguage.ts";
import { theme } from "./theme.ts";
import type { CodeCompletion, CodeMark } from "./types.ts";

/** The name before the cursor, its dot, and the object before that. */
const NAME = /(?:([A-Za-z_]\w*)?(\.))?(\w*)$/;
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/**
 * The completions at the end of a part of the code.
 *
 * @param isExplicit the user asked for them, so that they are offered before the first letter, too
 * @returns null if none fit
 */
export function completionsAt(
  text: string,
  known: readonly CodeCompletion[],
  isExplicit: boolean,
): { readonly from: number; readonly options: readonly CodeCompletion[] } | null {
  if (/["']/.test(text.replaceAll(TEXTS, ""))) return null;
  const [, owner, dot, name = ""] = NAME.exec(text) ?? [];
  if (name === "" && dot === undefined && !isExplicit) return null;
  // Any text before the dot may be a value, such as the result of a call.
  const options = known.filter(({ kind, of }) =>
    dot === undefined
      ? kind !== "method" && of === undefined
      : kind === "method" || (of !== undefined && of === owner),
  );
  return options.length === 0 ? null : { from: text.length - name.length, options };
}

const TYPES = {
  function: "function",
  method: "method",
  variable: "variable",
  property: "property",
};

function completionOf({ label, kind, detail, info, apply }: CodeCompletion): Completion {
  return {
    label,
    type: TYPES[kind],
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    ...(apply !== undefined && { apply }),
  };
}

function completionSource(known: () => readonly CodeCompletion[]) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const found = completionsAt(state.sliceDoc(0, pos), known(), explicit);
    return (
      found && { from: found.from, options: found.options.map(completionOf), validFor: /^\w*$/ }
    );
  };
}

export const markProblem = StateEffect.define<CodeMark | null>();

/** The marked part of the code. It moves with the text until the next check. */
const problemMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, state }) => {
    const effect = effects.find((one) => one.is(markProblem));
    return effect ? marksOf(effect.value, state.doc.length) : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf(mark: CodeMark | null, length: number): DecorationSet {
  if (mark === null || length === 0) return Decoration.none;
  const end = Math.min(Math.max(mark.end, mark.start + 1), length);
  const start = Math.max(Math.min(mark.start, end - 1), 0);
  return Decoration.set(Decoration.mark({ class: "cm-problem" }).range(start, end));
}

/** @param completions is read whenever completions are asked for. */
export function editorExtensions({
  completions,
  maxLength,
  phrases,
  onChange,
}: {
  readonly completions: () => readonly CodeCompletion[];
  readonly maxLength: number;
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (text: string) => void;
}): Extension {
  return [
    history(),
    celLanguage,
    bracketMatching(),
    closeBrackets(),
    // Without a delay, Enter always takes the completion that the list shows, and never adds a line below it.
    autocompletion({
      override: [completionSource(completions)],
      icons: false,
      interactionDelay: 0,
    }),
    problemMark,
    // Tab has no binding here: it moves the focus, as in any other field.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorState.phrases.of(phrases),
    EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= maxLength),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
    theme,
  ];
}
