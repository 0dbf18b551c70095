import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { retry } from "./place.ts";
import { previewMessages } from "./previewMessages.ts";
import { $latest } from "./previewModel.ts";

/** Shows something of the latest preview, of which there may be none, once it has loaded. */
export function LatestPreview({
  children,
}: {
  readonly children: (preview: StoredPreview | null) => ReactNode;
}) {
  const t = useMessages(previewMessages);
  const translate = useTranslate();
  const { latest, again } = useUnit({ latest: $latest, again: retry });
  if (latest.value !== null) return children(latest.value.preview);
  return latest.failure === null ? (
    <Skeleton height={96} />
  ) : (
    <LoadFailed
      title={t.previewFailed}
      reason={translate(reasonOf(latest.failure))}
      onRetry={() => again({})}
    />
  );
}

/** How many objects a running preview has evaluated. */
export function PreviewProgress({
  preview: { previewCount, totalCount },
}: {
  readonly preview: StoredPreview;
}) {
  const t = useMessages(previewMessages);
  const { percent } = useFormats();
  const share = totalCount === 0 ? 0 : Math.floor((100 * previewCount) / totalCount);
  return <ProgressBar label={t.running} percent={share} text={percent(share)} />;
}
