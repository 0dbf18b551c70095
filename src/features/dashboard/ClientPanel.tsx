import { IconPencil } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ClientUser } from "#events/entities/client.ts";
import type { SetupProgress } from "#events/rules/client.ts";
import { CLIENT_LABELS } from "#events/rules/client.ts";
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
import { retryDashboard } from "./model.ts";
import { SignInRules } from "./SignInRules.tsx";
import { UsernameFormat } from "./UsernameFormat.tsx";
import { dashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

const SETUP: readonly (keyof SetupProgress)[] = [
  "hrSystem",
  "roleBasedGrouping",
  "adminAccess",
  "managedSystem",
];

/** Maximum owners or managers named here: a client may have thousands, and Manage Users lists them all. */
const MAX_NAMED = 5;

const AGENT_TONES = { Ready: "success", Pending: "warning", "Not Detected": "secondary" } as const;

/** The client's record, with forms for users who may change it. */
export function ClientPanel() {
  const t = useMessages(dashboardMessages);
  const { record, mayChange, edit } = useUnit({
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
          <ClientForm />
        </>
      )}
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
  const { url, coreProcessor, plan, progress, secureAgentStatus } = record;
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
        ...optional(t.toSetUp, plan === "Onboarding" && progress && <ToDo progress={progress} />),
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

function ToDo({ progress }: { readonly progress: SetupProgress }) {
  const t = useMessages(dashboardMessages);
  return (
    <ul className={styles.lines}>
      {SETUP.filter((step) => !progress[step]).map((step) => (
        <li key={step}>{t.setup[step]}</li>
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
      {found.slice(0, MAX_NAMED).map(({ id, givenName, familyName }) => (
        <li key={id}>{`${givenName} ${familyName}`.trim()}</li>
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
