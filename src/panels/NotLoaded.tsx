import type { Failure } from "#events/kernel/call.ts";
import { isMissing, reasonOf } from "../kernel/calls.ts";
import { buttonClass } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Link } from "../ui/Link.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { useTranslate } from "./useTranslate.ts";

/** What stands in place of a thing that does not exist, with a way back, or that failed to load, with a way to retry. */
export function NotLoaded({
  failure,
  missing,
  why,
  failed,
  back,
  onRetry,
}: {
  readonly failure: Failure | null;
  /** What it says about a thing that does not exist. */
  readonly missing: string;
  readonly why?: string;
  /** The title of a failure. */
  readonly failed: string;
  readonly back: { readonly href: string; readonly label: string };
  readonly onRetry: () => void;
}) {
  const translate = useTranslate();
  if (!isMissing(failure)) {
    const reason = failure && translate(reasonOf(failure));
    return <LoadFailed title={failed} reason={reason} onRetry={onRetry} />;
  }
  const link = (
    <Link className={buttonClass("secondary")} href={back.href}>
      {back.label}
    </Link>
  );
  return (
    <EmptyState title={missing} action={link}>
      {why}
    </EmptyState>
  );
}
