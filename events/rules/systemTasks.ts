/** Rules of the tasks of self-certified systems. */
import { NOTE_MAX_LENGTH, type NewTask } from "../entities/systemTask.ts";
import type { Message } from "../kernel/message.ts";
import { canUpdateAnyResource, type PermissionHolder } from "./permissions.ts";
import { checkText } from "./systems.ts";
import { checkLength, checkOneLine, checkRequired } from "./validation.ts";

export function checkTask({
  account,
  note,
}: Pick<NewTask, "account" | "note">): Partial<Record<"account" | "note", Message>> {
  const ofAccount =
    checkRequired(account, "labels.account") ?? checkLength(account) ?? checkOneLine(account);
  const ofNote = checkText(note, NOTE_MAX_LENGTH, true);
  return { ...(ofAccount && { account: ofAccount }), ...(ofNote && { note: ofNote }) };
}

/**
 * The owner attests, so a user who manages only this resource must not become its owner by their own choice. The owner and
 * users who may update any resource hand it over. A resource without an owner may get one.
 */
export function mayChangeOwner(
  user: PermissionHolder & { readonly id: string },
  { ownerId }: { readonly ownerId: string | null },
): boolean {
  return ownerId === null || isOwner(user, ownerId) || canUpdateAnyResource(user);
}

/** The owner attests. While a system has none, all users who may open it do. */
export function mayAttest(
  user: { readonly id: string },
  system: { readonly ownerId: string | null },
): boolean {
  return system.ownerId === null || isOwner(user, system.ownerId);
}

function isOwner({ id }: { readonly id: string }, ownerId: string): boolean {
  return ownerId.toLowerCase() === id.toLowerCase();
}
