import { useUnit } from "effector-react";
import type { NotCompared, PendingChange } from "#events/entities/pendingChange.ts";
import { canOpenResource } from "#events/rules/permissions.ts";
import { $user } from "../../data/session/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { Link } from "../../ui/Link.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { toSystem } from "../systems/index.ts";
import { identityMessages, type IdentityMessages } from "./messages.ts";
import { $pending, retryIdentity } from "./reportModel.ts";
import { SourceLink } from "./SourceLink.tsx";
import styles from "./identities.module.css";

/** What will happen to the person and to the person's accounts. */
export function PendingPanel() {
  const t = useMessages(identityMessages);
  return (
    <Panel title={t.pending} context={t.pendingWhat}>
      <Changes />
    </Panel>
  );
}

function Changes() {
  const t = useMessages(identityMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $pending, retry: retryIdentity });
  const { value, failure } = query;
  if (value === null) {
    return failure === null ? (
      <Skeleton height={20} />
    ) : (
      <LoadFailed
        title={t.pendingFailed}
        reason={translate(reasonOf(failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const { pending, notCompared = [] } = value;
  return (
    <>
      {pending.length === 0 && <p>{notCompared.length === 0 ? t.noPending : t.noneKnown}</p>}
      {pending.length > 0 && (
        <ul className={styles.pending}>
          {pending.map((one) => (
            <Pending key={keyOf(one)} pending={one} />
          ))}
        </ul>
      )}
      {notCompared.length > 0 && (
        <ul className={styles.pending} aria-label={t.notCompared}>
          {notCompared.map((system) => (
            <Comparison key={system.resourceId} system={system} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Says that a preview of the system may find more. */
function Comparison({ system }: { readonly system: NotCompared }) {
  const t = useMessages(identityMessages);
  const { moment } = useFormats();
  const user = useUnit($user);
  const { resourceId, resourceName, state, comparedAt } = system;
  return (
    <li>
      <span>{t.comparisons[state](resourceName)}</span>
      <span className={styles.muted}>
        {comparedAt !== null && t.comparedAt(moment(Date.parse(comparedAt)))}
        {comparedAt !== null && user !== null && canOpenResource(user, resourceId) && " · "}
        {user !== null && canOpenResource(user, resourceId) && (
          <Link href={toSystem("preview", resourceId)}>{t.openPreview(resourceName)}</Link>
        )}
      </span>
    </li>
  );
}

const keyOf = ({ kind, action, account, since, source }: PendingChange) =>
  [kind, action, account, since, source.resourceId].join(" ");

const TONES: Readonly<Record<PendingChange["kind"], TagTone>> = {
  planned: "info",
  blocked: "error",
  leftOut: "info",
  task: "info",
  missing: "warning",
  ending: "warning",
  leaving: "warning",
};

function Pending({ pending }: { readonly pending: PendingChange }) {
  const t = useMessages(identityMessages);
  const { moment } = useFormats();
  const { kind, dueAt, since, gained, lost, source } = pending;
  return (
    <li>
      <span className={styles.pendingLine}>
        <strong>{actionText(pending, t)}</strong>
        <Tag tone={TONES[kind]}>{t.pendingKinds[kind]}</Tag>
      </span>
      {gained.length > 0 && <span>{t.gains(gained.join(", "))}</span>}
      {lost.length > 0 && <span>{t.loses(lost.join(", "))}</span>}
      <span className={styles.muted}>
        <SourceLink source={source} /> ·{" "}
        {dueAt === null ? t.since(moment(Date.parse(since))) : t.due(moment(Date.parse(dueAt)))}
      </span>
    </li>
  );
}

function actionText({ action, account }: PendingChange, t: IdentityMessages): string {
  if (action === null) return t.endPerson;
  return account === null ? t.pendingActions[action] : `${t.pendingActions[action]}: ${account}`;
}
