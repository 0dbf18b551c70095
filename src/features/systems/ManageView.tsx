import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { $now } from "../../kernel/clock.ts";
import { replacedMessages } from "../../panels/system-problems/replacedMessages.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toRoleMapping } from "../role-mapping/index.ts";
import { DeletionDialog } from "./DeletionDialog.tsx";
import { systemMessages } from "./messages.ts";
import { $mayUpdate } from "./place.ts";
import { pause, systemDeletion } from "./publicationModel.ts";
import { PublicationPanel, PublishDialog } from "./PublicationPanel.tsx";
import { RunDetail } from "./RunDetail.tsx";
import { runMessages } from "./runMessages.ts";
import { $isStarting, startRun } from "./runsModel.ts";
import { RunsPanel } from "./RunsPanel.tsx";
import { toSystem } from "./route.ts";
import { SystemFrame } from "./SystemFrame.tsx";
import { taskMessages } from "./taskMessages.ts";
import { UsersPanel } from "./UsersPanel.tsx";

/** A system: its state, what publishing would change, and its imports. */
export function View() {
  return (
    <SystemFrame screen="manage" actions={(system) => <Actions system={system} />}>
      {(system) => <Content system={system} />}
    </SystemFrame>
  );
}

function Actions({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(runMessages);
  const { isStarting, start, setPaused, askDelete } = useUnit({
    isStarting: $isStarting,
    start: startRun,
    setPaused: pause,
    askDelete: systemDeletion.open,
  });
  const { id: resourceId, name, inbound, paused, published, importTaskOid, capabilities } = system;
  const cannotStart = !published || importTaskOid !== null;
  return (
    <>
      {inbound && (
        <>
          <Button onClick={() => setPaused({ paused: !paused })}>
            {paused ? t.resume : t.pause}
          </Button>
          {capabilities?.sync === true && (
            <Button idle={cannotStart} onClick={() => start({ kind: "changes" })}>
              {t.importChanges}
            </Button>
          )}
          <Button
            variant="primary"
            busy={isStarting}
            idle={cannotStart}
            onClick={() => start({ kind: "full" })}
          >
            {t.importNow}
          </Button>
        </>
      )}
      <Button variant="dangerOutline" onClick={() => askDelete({ subject: { resourceId, name } })}>
        {t.delete}
      </Button>
    </>
  );
}

function Content({ system }: { readonly system: ConnectedSystem }) {
  const mayUpdate = useUnit($mayUpdate);
  const { inbound } = system;
  return (
    <>
      <FailedChanges system={system} />
      <ReplacedAccounts system={system} />
      {inbound && <RunDetail system={system} />}
      <PublicationPanel system={system} mayUpdate={mayUpdate} />
      {inbound && <RunsPanel />}
      <About system={system} />
      <UsersPanel />
      <PublishDialog system={system} />
      <DeletionDialog />
    </>
  );
}

/** Says that the system lacks approved changes. */
function FailedChanges({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(runMessages);
  const { id, failedChangeCount = 0 } = system;
  if (failedChangeCount === 0) return null;
  return (
    <Alert
      severity="error"
      title={t.failedChanges(failedChangeCount)}
      actions={
        <Link className={buttonClass("secondary")} href={toSystem("preview", id)}>
          {t.showFailed}
        </Link>
      }
    >
      {t.failedChangesWhat}
    </Alert>
  );
}

/** Says which accounts have other values than Provision sent. */
function ReplacedAccounts({ system: { replaced } }: { readonly system: ConnectedSystem }) {
  const t = useMessages(replacedMessages);
  if (!replaced) return null;
  return (
    <Alert severity="warning" title={t.accounts(replaced.accounts)}>
      <p>{t.what}</p>
      {replaced.first.map(({ account, attribute, stored }, at) => (
        <p key={at}>{`${account}, ${attribute}: ${t.stored(stored)}`}</p>
      ))}
    </Alert>
  );
}

function About({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(runMessages);
  const tasks = useMessages(taskMessages);
  const systems = useMessages(systemMessages);
  const { count } = useFormats();
  const now = useUnit($now);
  const { description, owner, accountCount, entitlementCount, testedAt, nextRunAt, lastRunAt } =
    system;
  const time = (at: string | null, none: string) =>
    at === null ? none : <RelativeTime at={Date.parse(at)} now={now} />;
  return (
    <Panel
      title={t.about}
      actions={
        <Link className={buttonClass("secondary")} href={toRoleMapping(system.resourceId)}>
          {systems.openRoleMapping}
        </Link>
      }
    >
      {system.kind === "manual" && (
        <Alert
          severity="info"
          title={system.inbound ? t.manualReadWhat : t.manualWhat}
          actions={
            <Link className={buttonClass("secondary")} href={toSystem("tasks", system.id)}>
              {tasks.showTasks}
            </Link>
          }
        >
          {tasks.openTasks(system.openTaskCount)}
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: t.description, detail: description },
          { term: t.owner, detail: owner },
          { term: t.accounts, detail: count(accountCount) },
          { term: t.entitlements, detail: count(entitlementCount) },
          ...(!system.inbound
            ? []
            : [
                { term: t.lastRun, detail: time(lastRunAt, t.never) },
                { term: t.lastTest, detail: time(testedAt, t.never) },
                {
                  term: t.nextRun,
                  detail: system.paused ? t.paused : time(nextRunAt, t.noSchedule),
                },
              ]),
        ]}
      />
    </Panel>
  );
}
