/** Which accounts of a system its settings leave out. */
import type { AccountExclusion } from "#events/entities/system.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { firstMatch } from "./runs/content.ts";

export interface ComparedAccount {
  readonly name: string;
  readonly attributes: Readonly<Record<string, readonly string[] | undefined>>;
}

/** @returns the first rule that leaves the account out; null if none does. */
export type ExclusionOf = (account: ComparedAccount) => AccountExclusion | null;

export function exclusionsOf(rules: readonly AccountExclusion[] = []): ExclusionOf {
  const tests = rules.map((rule) => ({ rule, patternOf: firstMatch([rule.pattern]) }));
  return ({ name, attributes }) =>
    tests.find(({ rule: { attribute }, patternOf }) =>
      (attribute === null ? [name] : (attributes[attribute] ?? [])).some(
        (value) => patternOf(value) !== null,
      ),
    )?.rule ?? null;
}

/** What a run stores of an account: an excluded one is marked, and keeps everything else. */
export function markExcluded(
  content: ObjectContent,
  name: string,
  exclusionOf: ExclusionOf,
): ObjectContent {
  const { excluded: _excluded, ...rest } = content;
  const { attributes } = rest;
  return exclusionOf({ name, attributes }) === null ? rest : { ...rest, excluded: true };
}
