import { useUnit } from "effector-react";
import type { ChangeSource } from "#events/entities/identityChange.ts";
import { canOpenResource } from "#events/rules/permissions.ts";
import { $user } from "../../data/session/index.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { toCorrelation } from "../correlation/index.ts";
import { toSystem } from "../systems/index.ts";
import { identityMessages, type IdentityMessages } from "./messages.ts";

const SCREENS = { run: "manage", preview: "preview", task: "tasks" } as const;

export function sourceText(
  { kind, resourceName, no }: ChangeSource,
  t: Pick<IdentityMessages, "sources">,
): string {
  return t.sources[kind](resourceName, no);
}

/** What caused a change, as a link for users who may open its system. */
export function SourceLink({ source }: { readonly source: ChangeSource }) {
  const t = useMessages(identityMessages);
  const user = useUnit($user);
  const { kind, resourceId } = source;
  const text = sourceText(source, t);
  if (user === null || !canOpenResource(user, resourceId)) return text;
  const href =
    kind === "decision" ? toCorrelation(resourceId) : toSystem(SCREENS[kind], resourceId);
  return <Link href={href}>{text}</Link>;
}
