/** What a simulation learns: how often texts of the same person and of different people agree. */

/** The levels of agreement, as numbers. */
export const MISSING = 0;
export const DIFFERENT = 1;
export const SIMILAR = 2;
export const SAME = 3;

/** How one field is compared. */
export interface FieldOptions {
  readonly method: "exact" | "normalised" | "levenshtein" | "trigram";
  /** From which similarity on texts are similar. */
  readonly threshold: number;
  readonly nicknames: boolean;
  readonly tier: number;
  /** Bits of the same text; null: learned. */
  readonly weight: number | null;
}

/** By field. The probabilities of the levels `DIFFERENT`, `SIMILAR` and `SAME`, given that no text is missing. */
export interface FieldModel {
  /** Of an account and its owner. */
  readonly m: readonly [different: number, similar: number, same: number];
  /** Of an account and anybody else. That of `SAME` depends on how many people have the text. */
  readonly u: readonly [different: number, similar: number, same: number];
}

export interface Model {
  readonly fields: readonly FieldModel[];
  /** The share of accounts that have an owner among the people. */
  readonly owned: number;
}

export interface Limits {
  /** From which probability on an account is linked without a decision. */
  readonly linkFrom: number;
  /** From which probability on a person decides. */
  readonly reviewFrom: number;
}
