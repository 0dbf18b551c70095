import { useUnit } from "effector-react";
import { ORG_KIND_NAMES } from "#events/entities/orgTypes.ts";
import { $ancestors, $currentOrg, $org, retryOrg } from "../../data/orgs/index.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { reasonOf, isMissing } from "../../kernel/calls.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { HoldersDialog } from "../holders/index.ts";
import { HistoryPanel } from "../policy-changes/index.ts";
import { toPolicyBuilder } from "../policy-builder/index.ts";
import { removal } from "./detailModel.ts";
import { placeOf } from "./detailRules.ts";
import { AccessRolesPanel } from "./AccessRolesPanel.tsx";
import { InheritedPanel } from "./InheritedPanel.tsx";
import { MembersPanel } from "./MembersPanel.tsx";
import { PeriodDialog } from "./PeriodDialog.tsx";
import { $detail, $resource } from "./place.ts";
import { $policyCounts } from "./policyModel.ts";
import { PolicyPanel } from "./PolicyPanel.tsx";
import { $offersResources } from "./resourcePickerModel.ts";
import { ResourcePicker } from "./ResourcePicker.tsx";
import { ResourceMissing, ScopeNote } from "./ResourceScope.tsx";
import { toRoleMapping, toRoleMappingDetail } from "./route.ts";
import { roleMappingMessages } from "./messages.ts";
import styles from "./DetailView.module.css";

export function View() {
  const { org, resource } = useUnit({ org: $currentOrg, resource: $resource });
  if (isMissing(resource.failure)) return <ResourceMissing />;
  if (org.status === "failed") return <OrgFailure />;
  return (
    <div className={styles.page}>
      <Header />
      <div className={styles.panels}>
        <PolicyPanel />
        <AccessRolesPanel />
        <InheritedPanel />
        <MembersPanel />
        <HistoryPanel />
      </div>
      <HoldersDialog />
      <Removal />
      <PeriodDialog />
    </div>
  );
}

function Header() {
  const t = useMessages(roleMappingMessages);
  const { org, detail, mapsAllRoles, offersResources } = useUnit({
    org: $org,
    detail: $detail,
    mapsAllRoles: $mapsAllRoles,
    offersResources: $offersResources,
  });
  const oid = detail?.oid ?? "";
  const resourceId = detail?.resourceId ?? null;
  return (
    <PageHeader
      title={org ? org.displayName : <TitleSkeleton label={t.loading} />}
      context={org ? <Context /> : null}
      actions={
        <>
          {resourceId === null && offersResources && <ResourcePicker oid={oid} />}
          {resourceId !== null && mapsAllRoles && (
            <Link className={buttonClass("secondary")} href={toRoleMappingDetail(oid)}>
              {t.showAll}
            </Link>
          )}
          <Link className={buttonClass("primary")} href={toPolicyBuilder(oid, resourceId)}>
            {t.builder}
          </Link>
        </>
      }
    />
  );
}

function Context() {
  const t = useMessages(roleMappingMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const { org, ancestors, policy } = useUnit({
    org: $org,
    ancestors: $ancestors,
    policy: $policyCounts,
  });
  if (org === null) return null;
  const kind = translate(ORG_KIND_NAMES[org.orgType]);
  const place = placeOf(ancestors);
  return (
    <>
      <span>{place.length > 0 ? t.kindIn(kind, place.join(" / ")) : kind}</span>
      <span>{t.members(org.memberCount)}</span>
      {policy && (
        <span>
          {count(policy.total)}
          <span className={styles.wideOnly}> {t.entitlements(policy.total)}</span> {t.ofPolicy}
        </span>
      )}
      <ScopeNote />
    </>
  );
}

/** Confirms the removal of an entitlement from the policy. */
function Removal() {
  const t = useMessages(roleMappingMessages);
  const org = useUnit($org);
  const dialog = useConfirmation(removal);
  const { name = "", resourceName = "" } = dialog.subject ?? {};
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.removal}
      description={t.removalWhat(name, resourceName, org?.displayName ?? null)}
      confirmLabel={t.remove}
      failedTitle={t.notRemoved}
    />
  );
}

function OrgFailure() {
  const t = useMessages(roleMappingMessages);
  const translate = useTranslate();
  const { org, detail, retry } = useUnit({
    org: $currentOrg,
    detail: $detail,
    retry: retryOrg,
  });
  const list = toRoleMapping(detail?.resourceId ?? null);
  const missing = isMissing(org.failure);
  const title = missing ? t.orgMissing : t.orgFailed;
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.failure} role={missing ? undefined : "alert"}>
        <p>{missing ? t.orgMissingWhy : org.failure && translate(reasonOf(org.failure))}</p>
        <div className={styles.actions}>
          {!missing && (
            <Button variant="primary" onClick={() => retry({})}>
              {t.again}
            </Button>
          )}
          <Link className={buttonClass(missing ? "primary" : "secondary")} href={list}>
            {t.back}
          </Link>
        </div>
      </div>
    </>
  );
}
