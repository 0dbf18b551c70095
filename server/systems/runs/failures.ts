/** Values that a run could not set. There may be as many as accounts and fields, of which the run's problem names a few. */
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { fieldName } from "#events/rules/mappings/fields.ts";
import type { Rejection } from "../../import/types.ts";
import type { MissingField } from "../../mappings/missingAttributes.ts";
import type { MissingOffer } from "../../mappings/precedence/offers.ts";

/** How many reasons a run names. */
export const REASONS_KEPT = 3;

interface FailedTarget {
  /** Of the account. */
  readonly name: string;
  /** The id of the field. */
  readonly target: string;
  readonly problem: MappingProblem;
}

export class Failures {
  /** By field: those whose attribute is missing. They come first, because they cause other failures. */
  readonly #missingAttributes = new Map<string, Rejection>();
  readonly #first: Rejection[] = [];
  #count = 0;

  /** A mapping that lacks an attribute fails for every account, and is named once. */
  addFailed(line: number, { name, target, problem }: FailedTarget): void {
    if (problem.code === "attributeMissing") {
      const field = fieldName(target);
      const reason = message("mappings.attributeLost", { field, attribute: problem.detail });
      this.#missingAttributes.set(target, rejectionOf(line, target, reason));
      return;
    }
    const text = textOf(problem);
    this.add(line, target, message("mappings.objectFailed", { name, target, text }));
  }

  /** Of an HR system without mappings. The field keeps its values. */
  addMissingField(field: string, { attribute, similar }: MissingField): void {
    const texts = { field: fieldName(field), attribute };
    const reason =
      similar === null
        ? message("systems.fieldLost", texts)
        : message("systems.fieldRenamed", { ...texts, similar });
    this.#missingAttributes.set(field, rejectionOf(0, field, reason));
  }

  /** Of an account that is not in the plan. */
  addMissing(line: number, { account: { name, system }, target, problem }: MissingOffer): void {
    const field = fieldName(target);
    const texts = { name, field, system: system.name, text: textOf(problem) };
    this.add(line, target, message("mappings.offerFailed", texts));
  }

  add(line: number, column: string, reason: Message): void {
    this.#count += 1;
    if (this.#first.length < REASONS_KEPT) this.#first.push(rejectionOf(line, column, reason));
  }

  /** Those that can be named. */
  get first(): readonly Rejection[] {
    return [...this.#missingAttributes.values(), ...this.#first];
  }

  /** How many fields nobody gets, because their attributes are missing. */
  get lost(): number {
    return this.#missingAttributes.size;
  }

  get count(): number {
    return this.#missingAttributes.size + this.#count;
  }
}

function textOf({ code, detail }: MappingProblem): string {
  return detail === "" ? code : `${code}: ${detail}`;
}

function rejectionOf(line: number, column: string, reason: Message): Rejection {
  return { file: "identities", line, column, code: "NOT_MAPPED", reason };
}
