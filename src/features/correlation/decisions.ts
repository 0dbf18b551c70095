/** How candidates compare, and what a decision did. Pure. */
import type { Candidate, StoredDecision } from "#events/entities/correlation.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";

/** Per mille: candidates that are no further apart are about equally probable. */
const CLOSE = 50;

/**
 * Whether the first of the candidates may be offered as the likely owner: it reaches the review limit and is more
 * than 5 percentage points ahead of the second.
 *
 * @param candidates the most probable first
 * @param reviewFrom a probability
 */
export function hasClearBest(
  [best, second]: readonly Pick<Candidate, "probability">[],
  reviewFrom: number,
): boolean {
  if (best === undefined || best.probability < reviewFrom) return false;
  return second === undefined || Math.round(1000 * (best.probability - second.probability)) > CLOSE;
}

/** Which of an account and a person has no value to compare; null if both have one. */
export function lackingSide(
  account: string | null,
  person: string | null,
): "account" | "person" | "both" | null {
  if (account === null) return person === null ? "both" : "account";
  return person === null ? "person" : null;
}

/** Username, job title and department, as far as they are known. */
export function describePerson({
  username,
  jobTitle,
  department,
}: Pick<Candidate, "username" | "jobTitle" | "department">): string {
  return [username, jobTitle, department].filter(Boolean).join(" · ");
}

/** Such as `Ada Lovelace · alovelace`. */
export function withUsername(name: string | null, username: StoredDecision["username"]): string {
  if (name === null) return "–";
  return username && username !== name ? `${name} · ${username}` : name;
}

/** What a decision did; null for a new person, whose form says it. */
export function decisionMessage({
  decision,
  name: account,
  identity,
}: Pick<StoredDecision, "decision" | "name" | "identity">): Message | null {
  const name = identity ?? "";
  switch (decision) {
    case "link":
      return message("correlation.decidedLink", { account, name });
    case "none":
      return message("correlation.decidedNone", { account });
    case "different":
      return message("correlation.decidedDifferent", { account, name });
    case "create":
      return null;
  }
}
