import { useUnit } from "effector-react";
import type { AccessRole } from "#events/entities/accessRole.ts";
import { isMissing } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { HoldersDialog } from "../holders/index.ts";
import { copyForm, roleArchiving, roleDeletion } from "./detailModel.ts";
import { ArchivingDialog, CopyDialog, DeletionDialog } from "./Dialogs.tsx";
import { GrantDialogs } from "./GrantDialogs.tsx";
import { OrgsPanel, PeoplePanel } from "./GrantPanels.tsx";
import { accessRoleMessages } from "./messages.ts";
import { $mayEdit, $role, retryRole } from "./place.ts";
import { RoleForm } from "./RoleForm.tsx";
import { toAccessRoles } from "./route.ts";
import { VersionsPanel } from "./VersionsPanel.tsx";
import styles from "./accessRoles.module.css";

/** One access role. */
export function View() {
  const { role } = useUnit({ role: $role });
  if (role.status === "failed") return <Failure />;
  return (
    <SharedTooltip className={styles.detail}>
      <Header role={role.value} />
      {role.value?.status === "archived" && <Archived />}
      <Figures role={role.value} />
      {role.value === null ? (
        <Skeleton height={480} />
      ) : (
        <>
          <RoleForm role={role.value} />
          <PeoplePanel role={role.value} />
          <OrgsPanel role={role.value} />
          <VersionsPanel role={role.value} />
        </>
      )}
      <GrantDialogs />
      <DeletionDialog />
      <ArchivingDialog />
      <CopyDialog />
      <HoldersDialog />
    </SharedTooltip>
  );
}

function Failure() {
  const t = useMessages(accessRoleMessages);
  const { role, retry } = useUnit({ role: $role, retry: retryRole });
  const missing = isMissing(role.failure);
  return (
    <div className={styles.detail}>
      <PageHeader title={missing ? t.missing : t.roleFailed} />
      <NotLoaded
        failure={role.failure}
        missing={t.missingWhy}
        failed={t.roleFailed}
        back={{ href: toAccessRoles(), label: t.back }}
        onRetry={() => retry({})}
      />
    </div>
  );
}

function Header({ role }: { readonly role: AccessRole | null }) {
  const t = useMessages(accessRoleMessages);
  const { now, mayEdit } = useUnit({ now: $now, mayEdit: $mayEdit });
  return (
    <PageHeader
      title={role?.name ?? <TitleSkeleton label={t.loading} />}
      context={
        role && (
          <>
            <span>{t.version(role.version)}</span>
            <span>
              {t.changed} <RelativeTime at={Date.parse(role.changedAt)} now={now} />
            </span>
          </>
        )
      }
      actions={role && mayEdit && <Actions role={role} />}
    />
  );
}

function Actions({ role }: { readonly role: AccessRole }) {
  const t = useMessages(accessRoleMessages);
  const { openDelete, openArchiving, openCopy } = useUnit({
    openDelete: roleDeletion.open,
    openArchiving: roleArchiving.open,
    openCopy: copyForm.toggle,
  });
  const { oid: roleOid, name, version } = role;
  const subject = { roleOid, name, version };
  const isActive = role.status === "active";
  return (
    <>
      <Button onClick={() => openCopy({ open: true })}>{t.copy}</Button>
      <Button
        onClick={() =>
          openArchiving({ subject: { ...subject, status: isActive ? "archived" : "active" } })
        }
      >
        {isActive ? t.archive : t.takeBack}
      </Button>
      <Button variant="dangerOutline" onClick={() => openDelete({ subject })}>
        {t.delete}
      </Button>
    </>
  );
}

function Archived() {
  const t = useMessages(accessRoleMessages);
  return (
    <Alert severity="warning" title={t.archivedTitle}>
      {t.archivedWhy}
    </Alert>
  );
}

const PEOPLE = ["granted", "direct", "inherited", "inFact"] as const;

function Figures({ role }: { readonly role: AccessRole | null }) {
  const t = useMessages(accessRoleMessages);
  const resources = new Set(role?.entitlements.map(({ resourceName }) => resourceName));
  return (
    <div className={styles.figures}>
      <StatCard
        label={t.figures.entitlements}
        value={role && role.entitlementCount}
        hint={t.figureHints.entitlements(resources.size)}
      />
      {PEOPLE.map((figure) => (
        <StatCard
          key={figure}
          label={t.figures[figure]}
          value={role && role.people[figure]}
          hint={t.figureHints[figure]}
        />
      ))}
    </div>
  );
}
