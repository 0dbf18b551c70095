import { useUnit } from "effector-react";
import type { Failure } from "#events/kernel/call.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { sentence } from "../../ui/language/sentence.ts";
import { secondFactorMessages } from "./messages.ts";
import { $passkeyFailure } from "./setUp.ts";

/** Why a passkey was not set up or used: the browser returned none, or the server refused it. */
export function PasskeyAlert({
  title,
  failure,
}: {
  readonly title: string;
  /** The server's error; null if it refused nothing. */
  readonly failure: Failure | null;
}) {
  const t = useMessages(secondFactorMessages);
  const translate = useTranslate();
  const reason = useUnit($passkeyFailure);
  if (reason === null && failure === null) return null;
  return (
    <Alert severity="error" title={title} live>
      {reason === null
        ? failure && sentence(translate(reasonOf(failure)))
        : t.passkeyFailures[reason]}
    </Alert>
  );
}
