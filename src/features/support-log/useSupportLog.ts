/** The event log of a support request in a form, and in a sent request. */
import { useUnit } from "effector-react";
import { useTranslate } from "../../panels/useTranslate.ts";
import type { Choice, FormField, FormState } from "../../ui/form-panel/types.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import type { Attachment } from "./attachment.ts";
import { logMessages, type LogMessages } from "./messages.ts";
import { $isDownloading, downloadLog } from "./model.ts";

/**
 * The fields that attach a log.
 *
 * @param days for which logs are kept; undefined while unknown.
 */
export function useLogFields(
  { values }: FormState,
  log: Attachment,
  days: number | undefined,
): FormField[] {
  const t = useMessages(logMessages);
  const translate = useTranslate();
  const attach: FormField = {
    name: "attachLog",
    kind: "checkbox",
    label: t.attach,
    description: days ? `${t.contains} ${t.kept(days)}` : t.contains,
  };
  if (values["attachLog"] !== true) return [attach];
  const { packed, failure } = log;
  const file = packed ? t.packed(packed.events, packed.bytes) : t.packing;
  return [
    attach,
    {
      name: "logSession",
      kind: "select",
      label: t.session,
      description: failure ? translate(failure) : file,
      options: sessionChoices(log, t),
    },
  ];
}

/** The first session, which is taken unless another is chosen, has an empty value. */
function sessionChoices({ sessions }: Attachment, t: LogMessages): readonly Choice[] {
  if (sessions === null || sessions.length === 0) return [{ value: "", label: t.ownSession }];
  return sessions.map(({ id, from, events, failures, isOwn }, at) => ({
    value: at === 0 ? "" : id,
    label: t.describe(from, events, failures?.count ?? 0, isOwn),
  }));
}

/** The log of a sent request: its name, its size, and the button that saves it. */
export function useSentLog() {
  const t = useMessages(logMessages);
  const { bytes } = useFormats();
  const { isDownloading, download } = useUnit({
    isDownloading: $isDownloading,
    download: downloadLog,
  });
  return {
    label: t.label,
    sizeOf: ({ logSize }: { readonly logSize?: number }) =>
      logSize === undefined ? "–" : bytes(logSize),
    downloadOf: ({ id, logSize = 0 }: { readonly id: string; readonly logSize?: number }) => ({
      busy: isDownloading,
      onClick: () => download({ requestId: id }),
      children: t.download(logSize),
    }),
  };
}
