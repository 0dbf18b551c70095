import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SettingChange } from "#events/entities/systemConfiguration.ts";
import { $now } from "../../kernel/clock.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { connectorTextsOf } from "../../panels/connector-texts/connectorTexts.ts";
import { connectorMessages } from "../../panels/connector-texts/messages.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ValueChanges } from "../../ui/ValueChanges.tsx";
import { mappingMessages } from "../field-mapping/index.ts";
import { $publication, publishing } from "./publicationModel.ts";
import { runMessages } from "./runMessages.ts";
import { isVisibleChange, settingText, settingValue, type SettingWords } from "./settingTexts.ts";
import styles from "./systems.module.css";

/** The settings that differ from the published ones. */
export function PublicationPanel({
  system,
  mayUpdate,
}: {
  readonly system: ConnectedSystem;
  readonly mayUpdate: boolean;
}) {
  const t = useMessages(runMessages);
  const { query, now, ask } = useUnit({
    query: $publication,
    now: $now,
    ask: publishing.open,
  });
  const publication = query.value;
  const { name, version, published } = system;
  const hasChanges = publication !== null && (publication.changes.length > 0 || !published);
  return (
    <Panel
      title={t.publication}
      context={t.publicationWhat}
      actions={
        mayUpdate && (
          <Button
            variant={hasChanges ? "primary" : "secondary"}
            idle={!hasChanges}
            onClick={() => ask({ subject: { name, version } })}
          >
            {t.publish}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {publication === null ? (
          query.failure === null && <Skeleton height={64} />
        ) : (
          <>
            <p className={styles.muted}>
              {publication.publishedAt === null ? (
                t.notPublished
              ) : (
                <>
                  {t.publishedAt}{" "}
                  <RelativeTime at={Date.parse(publication.publishedAt)} now={now} />
                </>
              )}
            </p>
            {publication.changes.length === 0 ? (
              published && <p>{t.noChanges}</p>
            ) : (
              <Changes changes={publication.changes} system={system} />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

export function PublishDialog({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(runMessages);
  const dialog = useConfirmation(publishing);
  const query = useUnit($publication);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.publishTitle(dialog.subject?.name ?? "")}
      description={t.publishWhat}
      confirmLabel={t.publish}
      failedTitle={t.publishFailed}
      variant="primary"
    >
      {query.value && query.value.changes.length > 0 && (
        <Changes changes={query.value.changes} system={system} />
      )}
    </ConfirmDialog>
  );
}

function Changes({
  changes,
  system,
}: {
  readonly changes: readonly SettingChange[];
  readonly system: ConnectedSystem;
}) {
  const t = useMessages(runMessages);
  const words: SettingWords = {
    t,
    mappings: useMessages(mappingMessages),
    connector: connectorTextsOf(
      useMessages(connectorMessages),
      system.connector?.name ?? "",
      system.kind,
    ),
  };
  const visible = changes.filter((change) => isVisibleChange(change, words));
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.setting}>
      <ValueChanges
        header={t.setting}
        changes={visible.map(({ path, before, after }) => ({
          field: path,
          label: settingText(path, words),
          ...(path === "secrets"
            ? { note: t.secretsChanged }
            : {
                before: settingValue(path, before, words),
                after: settingValue(path, after, words),
              }),
        }))}
      />
    </div>
  );
}
