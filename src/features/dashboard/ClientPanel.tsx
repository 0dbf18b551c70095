import { IconPencil } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ClientUser } from "#events/entities/client.ts";
import type { SystemLimits } from "#events/entities/systemConfiguration.ts";
import { CLIENT_LABELS } from "#events/rules/client.ts";
import { fullName } from "#events/rules/personName.ts";
import { message } from "#events/messages/message.ts";
import type { Query } from "../../kernel/query.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { ApprovalRules } from "./ApprovalRules.tsx";
import { ClientForm } from "./ClientForm.tsx";
import {
  $managers,
  $mayChangeClient,
  $maySeeManagers,
  $owners,
  $record,
  profileForm,
} from "./clientModel.ts";
import type { ClientRecord } from "./clientRules.ts";
import { Limits } from "./Limits.tsx";
import { $maySetLimits } from "./limits.ts";
import { retryDashboard } from "./model.ts";
import { SignInRules } from "./SignInRules.tsx";
import { UsernameFormat } from "./UsernameFormat.tsx";
import { dashboardMessages, type DashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

/** Maximum owners or managers named here: a client may have thousands, and Manage Users lists them all. */
const MAX_NAMED = 5;

const AGENT_TONES = { Ready: "success", Pending: "warning", "Not Detected": "secondary" } as const;

/** The client's record, with forms for users who may change it. */
export function ClientPanel() {
  const t = useMessages(dashboardMessages);
  const { record, mayChange, maySetLimits, edit } = useUnit({
    maySetLimits: $maySetLimits,
    record: $record,
    mayChange: $mayChangeClient,
    edit: profileForm.toggle,
  });
  if (record === null) return null;
  return (
    <Panel
      title={t.client}
      actions={
        mayChange && (
          <IconButton
            label={t.editClient}
            icon={<IconPencil size={18} />}
            onClick={() => edit({ open: true })}
          />
        )
      }
    >
      <Facts record={record} />
      {mayChange && (
        <>
          <UsernameFormat />
          <SignInRules />
          <ApprovalRules />
          <ClientForm />
        </>
      )}
      {maySetLimits && <Limits />}
    </Panel>
  );
}

function Facts({ record }: { readonly record: ClientRecord }) {
  const t = useMessages(dashboardMessages);
  const translate = useTranslate();
  const { owners, managers, maySeeManagers } = useUnit({
    owners: $owners,
    managers: $managers,
    maySeeManagers: $maySeeManagers,
  });
  const { url, coreProcessor, limits, plan, secureAgentStatus } = record;
  const people = (
    title: string,
    list: Query<readonly ClientUser[]>,
    isMeant: (one: ClientUser) => boolean,
  ) => ({
    term: title,
    detail: <People title={title} list={list} isMeant={isMeant} />,
  });
  const optional = (term: string, detail: ReactNode) => (detail ? [{ term, detail }] : []);
  return (
    <DescriptionList
      items={[
        {
          term: t.plan,
          detail: plan ? <Tag>{t.plans[plan]}</Tag> : <Skeleton width="50%" />,
        },
        ...optional(t.systemLimits, limitsOf(limits, t)),
        people(t.owners, owners, () => true),
        ...(maySeeManagers
          ? [
              people(t.hrManagers, managers, ({ isHr }) => isHr),
              people(t.adManagers, managers, ({ isAd }) => isAd),
            ]
          : []),
        ...optional(
          t.secureAgent,
          secureAgentStatus !== null && secureAgentStatus !== "Not Detected" && (
            <Tag tone={AGENT_TONES[secureAgentStatus]}>{t.agentStatus[secureAgentStatus]}</Tag>
          ),
        ),
        ...optional(translate(message(CLIENT_LABELS.coreProcessor)), coreProcessor),
        ...optional(
          translate(message(CLIENT_LABELS.url)),
          url && (
            <Link href={url} external>
              {url.replace(/^https?:\/\//, "")}
            </Link>
          ),
        ),
        ...optional(translate(message(CLIENT_LABELS.address)), addressOf(record)),
      ]}
    />
  );
}

/** The kinds of systems that a client's plan limits. */
const LIMITED = ["api", "export", "manual"] as const;

/** How many systems of each limited kind there are; null if no kind is limited. */
function limitsOf(limits: SystemLimits | null, t: DashboardMessages): ReactNode {
  const lines = LIMITED.flatMap((kind) => {
    const { limit, used } = limits?.[kind] ?? { limit: null, used: 0 };
    return limit === null ? [] : [t.limits[kind](used, limit)];
  });
  if (lines.length === 0) return null;
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function People({
  title,
  list,
  isMeant,
}: {
  readonly title: string;
  readonly list: Query<readonly ClientUser[]>;
  readonly isMeant: (one: ClientUser) => boolean;
}) {
  const t = useMessages(dashboardMessages);
  const retry = useUnit(retryDashboard);
  if (list.status === "failed") {
    return (
      <span className={styles.failure}>
        {t.notLoaded}
        <Button size="small" aria-label={t.loadAgain(title)} onClick={() => retry({})}>
          {t.again}
        </Button>
      </span>
    );
  }
  if (list.value === null) return <Skeleton width="70%" />;
  const found = list.value.filter(isMeant);
  if (found.length === 0) return "–";
  return (
    <ul className={styles.lines}>
      {found.slice(0, MAX_NAMED).map(({ id, ...user }) => (
        <li key={id}>{fullName(user)}</li>
      ))}
      {found.length > MAX_NAMED && <li className={styles.others}>{t.andOthers}</li>}
    </ul>
  );
}

/** Line by line; null if nothing is known. */
function addressOf({ address, address2, city, state, zip }: ClientRecord): ReactNode {
  const place = [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const lines = [address, address2, place].filter(Boolean);
  return lines.length > 0 ? lines.map((line) => <div key={line}>{line}</div>) : null;
}
