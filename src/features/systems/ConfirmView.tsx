import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $configuration, $isConfigured } from "./configurationModel.ts";
import { $mayUpdate } from "./place.ts";
import { $confirmFailure, $isConfirming, confirmIntegration } from "./publicationModel.ts";
import { CHECKS, checksOf, mayConfirm } from "./rules.ts";
import { toConnectionTest, toSystem } from "./route.ts";
import { setupMessages } from "./setupMessages.ts";
import { SystemFrame } from "./SystemFrame.tsx";
import styles from "./systems.module.css";

const LINKS: Readonly<Record<(typeof CHECKS)[number], (resourceId: string) => string>> = {
  configured: (resourceId) => toSystem("configuration", resourceId),
  tested: toConnectionTest,
  published: (resourceId) => toSystem("manage", resourceId),
  imported: (resourceId) => toSystem("manage", resourceId),
};

/** What is left to do before a system is Live, and its confirmation. */
export function View() {
  return <SystemFrame screen="confirm">{(system) => <Checklist system={system} />}</SystemFrame>;
}

function Checklist({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const { configuration, isSaved, isBusy, failure, mayUpdate, confirm } = useUnit({
    configuration: $configuration,
    isSaved: $isConfigured,
    isBusy: $isConfirming,
    failure: $confirmFailure,
    mayUpdate: $mayUpdate,
    confirm: confirmIntegration,
  });
  if (configuration.value === null && configuration.failure === null) {
    return <Skeleton height={240} />;
  }
  const isConfigured = isSaved === true;
  const checks = checksOf(system, isConfigured);
  return (
    <Panel title={t.checklist} context={t.checklistWhat}>
      <div className={styles.stack}>
        {system.confirmed && (
          <Alert severity="success" title={t.isConfirmed}>
            {t.isConfirmedWhat}
          </Alert>
        )}
        {failure !== null && (
          <Alert severity="error" title={t.notConfirmed} live>
            {translate(reasonOf(failure))}
          </Alert>
        )}
        <ul className={styles.checks}>
          {CHECKS.filter((check) => checks[check] !== null).map((check) => (
            <li key={check} data-done={checks[check]}>
              <span className={styles.checkIcon} aria-hidden="true">
                {checks[check] ? <IconCircleCheck size={18} /> : <IconCircle size={18} />}
              </span>
              <span>
                {t.checks[check]}
                <span className="visually-hidden">
                  : {checks[check] ? t.checkDone : t.checkOpen}
                </span>
              </span>
              {!checks[check] && <Link href={LINKS[check](system.id)}>{t.checkLinks[check]}</Link>}
            </li>
          ))}
        </ul>
        {!system.confirmed && mayUpdate && (
          <div className={styles.actions}>
            <span className={styles.muted}>{checks.imported === false && t.importIsOptional}</span>
            <Button
              variant="primary"
              busy={isBusy}
              idle={!mayConfirm(system, isConfigured)}
              onClick={() => confirm({})}
            >
              {t.confirm}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
