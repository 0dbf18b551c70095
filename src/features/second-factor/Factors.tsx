import { useUnit } from "effector-react";
import type { Factor } from "#events/entities/factor.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { sentence } from "../../ui/language/sentence.ts";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { secondFactorMessages } from "./messages.ts";
import {
  $factors,
  chooseRename,
  codesRenewal,
  removal,
  renameForm,
  retryFactors,
} from "./profile.ts";
import { SetUp } from "./SetUp.tsx";
import styles from "./View.module.css";

/** The user's second factors, in the profile. */
export function Factors() {
  const t = useMessages(secondFactorMessages);
  const translate = useTranslate();
  const { query, retry, renew } = useUnit({
    query: $factors,
    retry: retryFactors,
    renew: codesRenewal.open,
  });
  const { value, failure } = query;
  return (
    <Panel title={t.factors} context={t.factorsWhat}>
      {value === null && failure === null && <Skeleton height={60} />}
      {failure && (
        <p>
          {t.notLoaded} {sentence(translate(reasonOf(failure)))}{" "}
          <Button size="small" onClick={() => retry({})}>
            {t.again}
          </Button>
        </p>
      )}
      {value && (
        <>
          {value.factors.length === 0 && <p>{value.isRequired ? t.required : t.none}</p>}
          {value.factors.length > 0 && (
            <>
              <ul className={styles.factors} aria-label={t.list}>
                {value.factors.map((factor) => (
                  <FactorRow key={factor.id} factor={factor} />
                ))}
              </ul>
              <div className={styles.factor}>
                <p className={styles.texts}>{t.codesLeft(value.recoveryCodesLeft)}</p>
                <Button size="small" onClick={() => renew({ subject: {} })}>
                  {t.renewCodes}
                </Button>
              </div>
            </>
          )}
        </>
      )}
      <div className={styles.setUp}>
        <SetUp />
      </div>
      <Dialogs />
    </Panel>
  );
}

function FactorRow({ factor }: { readonly factor: Factor }) {
  const t = useMessages(secondFactorMessages);
  const { now, rename, remove } = useUnit({
    now: $now,
    rename: chooseRename,
    remove: removal.open,
  });
  const { id, kind, name, createdAt, lastUsedAt } = factor;
  return (
    <li className={styles.factor}>
      <div className={styles.texts}>
        <p>{name}</p>
        <p className={styles.facts}>
          {t.kinds[kind] !== name && <span>{t.kinds[kind]}</span>}
          <span>
            {t.added} <RelativeTime at={Date.parse(createdAt)} now={now} />
          </span>
          <span>
            {lastUsedAt === null ? (
              t.neverUsed
            ) : (
              <>
                {t.used} <RelativeTime at={Date.parse(lastUsedAt)} now={now} />
              </>
            )}
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          aria-label={t.renameOf(name)}
          onClick={() => rename({ factorId: id, name })}
        >
          {t.rename}
        </Button>
        <Button
          size="small"
          aria-label={t.removeOf(name)}
          onClick={() => remove({ subject: { factorId: id, name } })}
        >
          {t.remove}
        </Button>
      </div>
    </li>
  );
}

function Dialogs() {
  const t = useMessages(secondFactorMessages);
  const removing = useConfirmation(removal);
  const renewing = useConfirmation(codesRenewal);
  const form = useForm(renameForm);
  return (
    <>
      <ConfirmDialog
        dialog={removing}
        title={t.removeTitle}
        description={t.removeWhat(removing.subject?.name ?? "")}
        confirmLabel={t.remove}
        failedTitle={t.notRemoved}
      />
      <ConfirmDialog
        dialog={renewing}
        title={t.renewTitle}
        description={t.renewWhat}
        confirmLabel={t.renewCodes}
        failedTitle={t.notRenewed}
      />
      {form !== null && (
        <FormDialog
          label={t.renameTitle}
          form={form}
          failedTitle={t.notRenamed}
          submitLabel={t.save}
          sections={[{ fields: [{ name: "name", kind: "text", label: t.name, required: true }] }]}
        />
      )}
    </>
  );
}
