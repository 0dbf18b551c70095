/** A word that the editor offers. */
export interface CodeCompletion {
  readonly label: string;
  readonly kind: "function" | "method" | "variable" | "property";
  /** The object whose property it is; absent for a word of its own. */
  readonly of?: string;
  /** The signature or the type. */
  readonly detail?: string;
  /** What it does. */
  readonly info?: string;
  /** The inserted text, if it is not the label. */
  readonly apply?: string;
}

/** The marked part of the code: characters from its start. */
export interface CodeMark {
  readonly start: number;
  readonly end: number;
}
