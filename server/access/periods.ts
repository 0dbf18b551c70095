/** Periods of validity in rows of assignments and inducements. */
import { sql } from "kysely";
import type { Period } from "#events/entities/common.ts";

/** The bounds of a period as columns; null: unbounded. */
export interface Bounds {
  readonly valid_from: Date | null;
  readonly valid_until: Date | null;
}

/** Condition on a row: its period of validity includes the instant. */
export const validAt = (alias: string, at: Date) => sql`
  (${sql.ref(`${alias}.valid_from`)} is null or ${sql.ref(`${alias}.valid_from`)} <= ${at})
  and (${sql.ref(`${alias}.valid_until`)} is null or ${sql.ref(`${alias}.valid_until`)} > ${at})`;

export const boundsOf = ({ validFrom, validUntil }: Period): Bounds => ({
  valid_from: validFrom === null ? null : new Date(validFrom),
  valid_until: validUntil === null ? null : new Date(validUntil),
});

export const periodOf = ({ valid_from, valid_until }: Bounds): Period => ({
  validFrom: valid_from?.toISOString() ?? null,
  validUntil: valid_until?.toISOString() ?? null,
});

/** Like `validAt`, of a period. */
export const isValidAt = ({ validFrom, validUntil }: Period, at: Date) =>
  (validFrom === null || Date.parse(validFrom) <= at.getTime()) &&
  (validUntil === null || Date.parse(validUntil) > at.getTime());

export const haveSameBounds = (one: Bounds, other: Bounds) =>
  one.valid_from?.getTime() === other.valid_from?.getTime() &&
  one.valid_until?.getTime() === other.valid_until?.getTime();
