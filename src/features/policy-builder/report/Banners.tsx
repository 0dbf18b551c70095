import { useUnit } from "effector-react";
import type { BuilderBanner } from "#events/rules/builder.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { $closedBanners, toggleBanner } from "../model.ts";
import { $policyFailure, retryPolicy } from "./policyRoles.ts";
import { $banners } from "./phase.ts";
import { builderMessages } from "../messages.ts";

/** The banner of a kind, if any. Banners that depend on the slider are below it, so that it does not move. */
export function Banner({ kind }: { readonly kind: BuilderBanner["kind"] }) {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { banners, closed, toggle } = useUnit({
    banners: $banners,
    closed: $closedBanners,
    toggle: toggleBanner,
  });
  const banner = banners.find((one) => one.kind === kind);
  if (!banner) return null;
  return (
    <Alert
      severity={banner.severity}
      title={banner.kind === "unlinkedAccounts" ? translate(banner.title) : t.lowCohesion}
      open={!closed.includes(banner.kind)}
      onOpenChange={(open) => toggle({ banner: banner.kind, open })}
      live
    >
      {translate(banner.text)}
    </Alert>
  );
}

/** Reports that the policy's entitlements are unknown. The table then marks none, and counts all as new. */
export function PolicyNotice() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { reason, retry } = useUnit({ reason: $policyFailure, retry: retryPolicy });
  if (reason === null) return null;
  return (
    <Alert
      severity="warning"
      title={t.policyUnknown}
      live
      actions={
        <Button size="small" onClick={() => retry({})}>
          {t.again}
        </Button>
      }
    >
      {t.policyUnknownWhat(translate(reason))}
    </Alert>
  );
}
