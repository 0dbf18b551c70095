import { useUnit } from "effector-react";
import { message } from "#events/messages/message.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { $closedBanners, toggleBanner } from "../model.ts";
import { $inheritedFailure } from "./inherited.ts";
import { $policyFailure, retryPolicy } from "./policyRoles.ts";
import { $banners, $isAboveCohesion } from "./phase.ts";
import { builderMessages } from "../messages.ts";
import styles from "./Banners.module.css";

/** The identities without a linked account, where there are any. */
export function UnlinkedAccounts() {
  const translate = useTranslate();
  const { banners, closed, toggle } = useUnit({
    banners: $banners,
    closed: $closedBanners,
    toggle: toggleBanner,
  });
  const banner = banners.find((one) => one.kind === "unlinkedAccounts");
  if (!banner) return null;
  return (
    <Alert
      severity={banner.severity}
      title={translate(banner.title)}
      open={!closed.includes(banner.kind)}
      onOpenChange={(open) => toggle({ banner: banner.kind, open })}
      live
    >
      {translate(banner.text)}
    </Alert>
  );
}

/** The entitlements that few share. The banner comes and goes with the slider: its place is kept, so that nothing moves. */
export function LowCohesion() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { banners, closed, toggle, isAbove } = useUnit({
    banners: $banners,
    closed: $closedBanners,
    toggle: toggleBanner,
    isAbove: $isAboveCohesion,
  });
  const low = banners.find((one) => one.kind === "lowCohesion") ?? null;
  const which = low && t.lowEntitlements(low.count, low.names);
  return (
    <div className={styles.cohesion}>
      {/* Announced once: what it names changes with each move of the slider. */}
      <span role="alert" className="visually-hidden">
        {low && t.lowCohesion}
      </span>
      <div className={cx(styles.banner, low === null && styles.hidden)}>
        <Alert
          severity="warning"
          title={t.lowCohesion}
          open={!closed.includes("lowCohesion")}
          onOpenChange={(open) => toggle({ banner: "lowCohesion", open })}
        >
          <div className={styles.detail}>
            <p>{translate(message("builder.lowCohesion"))}</p>
            <p className={styles.which} title={which ?? undefined}>
              {which}
            </p>
          </div>
        </Alert>
      </div>
      {low === null && <p className={styles.cohesive}>{isAbove ? t.cohesiveAbove : t.cohesive}</p>}
    </div>
  );
}

/** The placeholder until there is a report. */
export function CohesionBones() {
  return <div className={styles.bones} aria-hidden="true" />;
}

/** Reports that the policy's entitlements are unknown. The table then marks none, and counts all as new. */
export function PolicyNotice() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { policy, inherited, retry } = useUnit({
    policy: $policyFailure,
    inherited: $inheritedFailure,
    retry: retryPolicy,
  });
  const reason = policy ?? inherited;
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
