import { IconPencil } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ClientUser } from "#events/entities/client.ts";
import type { SetupProgress } from "#events/policy/client.ts";
import { CLIENT_LABELS } from "#events/policy/client.ts";
import type { Listing } from "../../kernel/listing.ts";
import { Button } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import {
  $managers,
  $mayChangeClient,
  $owners,
  $record,
  toggleProfile,
  type ClientRecord,
} from "../client/index.ts";
import { ClientForm } from "./ClientForm.tsx";
import { $maySeeManagers, retryDashboard } from "./model.ts";
import { UsernameFormat } from "./UsernameFormat.tsx";
import styles from "./ClientPanel.module.css";

const SETUP: readonly (readonly [keyof SetupProgress, string])[] = [
  ["hrSystem", "People of the HR system"],
  ["roleBasedGrouping", "Role-based grouping"],
  ["adminAccess", "Admin access"],
  ["managedSystem", "First managed system"],
];

const AGENT_TONES = { Ready: "success", Pending: "warning", "Not Detected": "secondary" } as const;

/** What is known of the client itself. Those who may change it find the forms here. */
export function ClientPanel() {
  const { record, mayChange, edit } = useUnit({
    record: $record,
    mayChange: $mayChangeClient,
    edit: toggleProfile,
  });
  if (record === null) return null;
  return (
    <Panel
      title="Client"
      actions={
        mayChange && (
          <IconButton
            label="Edit client"
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
          <ClientForm />
        </>
      )}
    </Panel>
  );
}

function Facts({ record }: { readonly record: ClientRecord }) {
  const { owners, managers, maySeeManagers } = useUnit({
    owners: $owners,
    managers: $managers,
    maySeeManagers: $maySeeManagers,
  });
  const { url, coreProcessor, plan, progress, secureAgentStatus } = record;
  const people = (
    title: string,
    list: Listing<ClientUser>,
    isMeant: (one: ClientUser) => boolean,
  ) => ({
    term: title,
    detail: <People title={title} list={list} isMeant={isMeant} />,
  });
  const optional = (term: string, detail: ReactNode) => (detail ? [{ term, detail }] : []);
  return (
    <DescriptionList
      items={[
        { term: "Plan", detail: plan ? <Tag>{plan}</Tag> : <Skeleton width="50%" /> },
        ...optional(
          "Still to set up",
          plan === "Onboarding" && progress && <ToDo progress={progress} />,
        ),
        people("Owners", owners, () => true),
        ...(maySeeManagers
          ? [
              people("HR managers", managers, ({ isHr }) => isHr),
              people("AD managers", managers, ({ isAd }) => isAd),
            ]
          : []),
        ...optional(
          "Secure agent",
          secureAgentStatus !== null && secureAgentStatus !== "Not Detected" && (
            <Tag tone={AGENT_TONES[secureAgentStatus]}>{secureAgentStatus}</Tag>
          ),
        ),
        ...optional(CLIENT_LABELS.coreProcessor, coreProcessor),
        ...optional(
          CLIENT_LABELS.url,
          url && (
            <Link href={url} external>
              {url.replace(/^https?:\/\//, "")}
            </Link>
          ),
        ),
        ...optional(CLIENT_LABELS.address, <Address record={record} />),
      ]}
    />
  );
}

function ToDo({ progress }: { readonly progress: SetupProgress }) {
  return (
    <ul className={styles.lines}>
      {SETUP.filter(([step]) => !progress[step]).map(([step, label]) => (
        <li key={step}>{label}</li>
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
  readonly list: Listing<ClientUser>;
  readonly isMeant: (one: ClientUser) => boolean;
}) {
  const retry = useUnit(retryDashboard);
  const found = list.items.filter(isMeant);
  if (list.status === "Fail") {
    return (
      <span className={styles.failure}>
        Could not be loaded
        <Button size="small" aria-label={`Load ${title} again`} onClick={() => retry({})}>
          Try again
        </Button>
      </span>
    );
  }
  if (list.status !== "Success") return <Skeleton width="70%" />;
  if (found.length === 0) return "–";
  return (
    <ul className={styles.lines}>
      {found.map(({ id, givenName, familyName }) => (
        <li key={id}>{`${givenName} ${familyName}`.trim()}</li>
      ))}
    </ul>
  );
}

function Address({ record }: { readonly record: ClientRecord }) {
  const { address, address2, city, state, zip } = record;
  const place = [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [address, address2, place].filter(Boolean).map((line) => <div key={line}>{line}</div>);
}
