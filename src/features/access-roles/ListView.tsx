import { IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { Role } from "#events/entities/accessRole.ts";
import { ROLE_STATUSES } from "#events/entities/accessRole.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm, useList } from "../../panels/useUnits.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ExportLink } from "../../ui/ExportLink.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { NoResults } from "../../ui/NoResults.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toBulkAccessRoles } from "../policy-changes/index.ts";
import { $entitlementsHref, noteEntitlementsExport } from "./entitlementsExport.ts";
import { ExpiringPanel } from "./ExpiringPanel.tsx";
import { expiringList } from "./grantModel.ts";
import {
  $accessRolesStatus,
  $exportHref,
  $failure,
  $groups,
  $query,
  $roleCount,
  $sections,
  $text,
  changeQuery,
  newRoleForm,
  noteExport,
  retryRoles,
  search,
  showMore,
  toggleResource,
  type RoleSection,
} from "./listModel.ts";
import { accessRoleMessages, type AccessRoleMessages } from "./messages.ts";
import { RoleFile } from "./RoleFile.tsx";
import { toAccessRole } from "./route.ts";
import { useDetailFields } from "./useDetailFields.ts";
import styles from "./accessRoles.module.css";

/** The access roles by resource. */
export function View() {
  const t = useMessages(accessRoleMessages);
  const { create, roles, mapsRoles, groups, failure } = useUnit({
    create: newRoleForm.toggle,
    roles: $roleCount,
    mapsRoles: $mapsAllRoles,
    groups: $groups,
    failure: $failure,
  });
  const expiring = useList(expiringList);
  const isLoaded =
    (groups.value !== null || failure !== null) &&
    (!mapsRoles || expiring.total !== null || expiring.status === "failed");
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.title}
        context={
          <>
            {t.context}
            {roles !== null && <span> {t.activeRoles(roles)}</span>}
          </>
        }
        actions={
          <>
            {mapsRoles && (
              <Link className={buttonClass("secondary")} href={toBulkAccessRoles()}>
                {t.bulk}
              </Link>
            )}
            <Button
              variant="primary"
              icon={<IconPlus size={16} />}
              onClick={() => create({ open: true })}
            >
              {t.newRole}
            </Button>
          </>
        }
      />
      <Filters />
      <Roles />
      {/* Below lists whose height is known, so that nothing moves. */}
      {isLoaded && (
        <>
          <ExpiringPanel />
          <RoleFile />
        </>
      )}
      <NewRole />
    </div>
  );
}

function Filters() {
  const t = useMessages(accessRoleMessages);
  const {
    text,
    query,
    groups,
    href,
    entitlementsHref,
    onSearch,
    change,
    exported,
    entitlementsExported,
  } = useUnit({
    text: $text,
    query: $query,
    groups: $groups,
    href: $exportHref,
    entitlementsHref: $entitlementsHref,
    onSearch: search,
    change: changeQuery,
    exported: noteExport,
    entitlementsExported: noteEntitlementsExport,
  });
  const found = groups.value?.reduce((sum, { count }) => sum + count, 0) ?? null;
  return (
    <FilterBar
      label={t.roles}
      found={found}
      actions={
        <div className={styles.exports}>
          {href !== null && <ExportLink href={href} onExport={() => exported({})} />}
          {entitlementsHref !== null && (
            <ExportLink
              href={entitlementsHref}
              label={t.exportEntitlements}
              onExport={() => entitlementsExported({})}
            />
          )}
        </div>
      }
    >
      <SegmentedControl
        label={t.status}
        options={ROLE_STATUSES.map((id) => ({ id, label: t.statuses[id] }))}
        value={query.status}
        onChange={(status) => change({ change: { status } })}
      />
      <SearchField label={t.search} value={text} onChange={(next) => onSearch({ text: next })} />
      <SelectField
        label={t.order}
        hideLabel
        value={query.sort}
        options={Object.entries(t.orders).map(([value, label]) => ({ value, label }))}
        onChange={(sort) => change({ change: { sort: sort as typeof query.sort } })}
      />
    </FilterBar>
  );
}

function Roles() {
  const t = useMessages(accessRoleMessages);
  const translate = useTranslate();
  const { groups, sections, status, failure, query, change, create, retry } = useUnit({
    groups: $groups,
    sections: $sections,
    status: $accessRolesStatus,
    failure: $failure,
    query: $query,
    change: changeQuery,
    create: newRoleForm.toggle,
    retry: retryRoles,
  });
  const failed = failure && (
    <LoadFailed title={t.failed} reason={translate(reasonOf(failure))} onRetry={() => retry({})} />
  );
  if (groups.value === null) return failed ?? <Skeleton height={400} />;
  if (sections.length === 0) {
    if (query.contains !== "") {
      return (
        <div className={styles.none}>
          <NoResults onClear={() => change({ change: { contains: "" } })} />
        </div>
      );
    }
    if (query.status === "archived") return <EmptyState title={t.noneArchived} />;
    return (
      <EmptyState
        title={t.noRoles}
        action={<Button onClick={() => create({ open: true })}>{t.newRole}</Button>}
      >
        {t.noRolesWhy}
      </EmptyState>
    );
  }
  return (
    <>
      {failed}
      <div className={styles.frame}>
        <table className={styles.roles} aria-busy={status === "InProgress"}>
          <caption className="visually-hidden">{t.roles}</caption>
          <thead>
            <tr>
              <th scope="col">{t.columns.name}</th>
              <th scope="col" className={styles.number}>
                {t.columns.entitlements}
              </th>
              <th scope="col" className={styles.number}>
                {t.columns.orgs}
              </th>
              <th scope="col" className={styles.number}>
                {t.columns.people}
              </th>
            </tr>
          </thead>
          {sections.map((section) => (
            <Section key={section.resource} section={section} />
          ))}
        </table>
      </div>
    </>
  );
}

function Section({ section }: { readonly section: RoleSection }) {
  const t = useMessages(accessRoleMessages);
  const { toggle, more } = useUnit({ toggle: toggleResource, more: showMore });
  const { resource, isOpen, roles, isLoading, hasMore } = section;
  const name = section.name || t.defaultBucket;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={styles.group}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => toggle({ resourceOid: resource })}
          >
            <IconChevronRight size={16} aria-hidden="true" className={styles.chevron} />
            <span className={styles.groupName}>{name}</span>
            <span className={styles.groupCount}>{t.rolesOf(section.count)}</span>
          </button>
        </th>
      </tr>
      {isOpen && roles.map((role) => <RoleRow key={role.oid} role={role} t={t} />)}
      {isLoading && (
        <tr>
          <td colSpan={4}>
            <Skeleton height={20} />
          </td>
        </tr>
      )}
      {isOpen && hasMore && (
        <tr>
          <td colSpan={4}>
            <Button
              size="small"
              aria-label={t.showMoreOf(name)}
              onClick={() => more({ resourceOid: resource })}
            >
              {t.showMore}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function RoleRow({ role, t }: { readonly role: Role; readonly t: AccessRoleMessages }) {
  const { count } = useFormats();
  const mayOpen = useUnit($mapsAllRoles);
  const { oid, name, description, entitlementCount, orgCount, assignedCount } = role;
  return (
    <tr className={styles.role}>
      <th scope="row">
        {mayOpen ? (
          <Link className={styles.link} href={toAccessRole(oid)}>
            {name}
          </Link>
        ) : (
          name
        )}
        {description !== "" && <p className={styles.description}>{description}</p>}
        <p className={styles.summary}>{t.summary(entitlementCount, orgCount, assignedCount)}</p>
      </th>
      <td className={styles.number}>{count(entitlementCount)}</td>
      <td className={styles.number}>{count(orgCount)}</td>
      <td className={styles.number}>{count(assignedCount)}</td>
    </tr>
  );
}

function NewRole() {
  const t = useMessages(accessRoleMessages);
  const form = useForm(newRoleForm);
  const details = useDetailFields();
  if (form === null) return null;
  return (
    <FormDialog
      label={t.newRole}
      description={t.newRoleNext}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={[
        {
          fields: details,
        },
      ]}
    />
  );
}
