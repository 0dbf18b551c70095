import { useUnit } from "effector-react";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $currentResource } from "../directory/index.ts";
import { $ancestors, $currentOrg, ORG_KIND_NAMES } from "../orgs/index.ts";
import { toPolicyBuilder } from "../policy-builder/index.ts";
import { $detail, $policy, retryOrg } from "./detailModel.ts";
import { isMissing, placeOf } from "./detailRules.ts";
import { MembersPanel } from "./MembersPanel.tsx";
import { PolicyPanel } from "./PolicyPanel.tsx";
import { RemovalModal } from "./RemovalModal.tsx";
import { $offersResources } from "./resourcePickerModel.ts";
import { ResourcePicker } from "./ResourcePicker.tsx";
import { ResourceMissing, ScopeNote } from "./ResourceScope.tsx";
import { toRoleMapping, toRoleMappingDetail } from "./route.ts";
import styles from "./DetailView.module.css";

export function View() {
  const { current, resource } = useUnit({ current: $currentOrg, resource: $currentResource });
  if (resource.id !== null && isMissing(resource.failure)) return <ResourceMissing />;
  if (current.org === null && current.status === "Fail") return <OrgFailure />;
  return (
    <div className={styles.page}>
      <Header />
      <div className={styles.panels}>
        <PolicyPanel />
        <MembersPanel />
      </div>
      <RemovalModal />
    </div>
  );
}

function Header() {
  const { current, detail, offersResources } = useUnit({
    current: $currentOrg,
    detail: $detail,
    offersResources: $offersResources,
  });
  const { org } = current;
  const oid = detail?.oid ?? "";
  const resourceId = detail?.resourceId ?? null;
  return (
    <PageHeader
      title={
        org ? (
          org.displayName
        ) : (
          <>
            <span className="visually-hidden">Loading</span>
            <Skeleton width={220} height={28} />
          </>
        )
      }
      breadcrumbs={[
        { label: "Dashboard", href: toDashboard() },
        { label: "Role Mapping", href: toRoleMapping(resourceId) },
        { label: org?.displayName ?? "…" },
      ]}
      context={org ? <Context /> : null}
      actions={
        <>
          {resourceId === null && offersResources && <ResourcePicker oid={oid} />}
          {resourceId !== null && (
            <Link className={buttonClass("secondary")} href={toRoleMappingDetail(oid)}>
              Show all resources
            </Link>
          )}
          <Link className={buttonClass("primary")} href={toPolicyBuilder(oid, resourceId)}>
            Access Policy Builder
          </Link>
        </>
      }
    />
  );
}

function Context() {
  const { current, ancestors, policy } = useUnit({
    current: $currentOrg,
    ancestors: $ancestors,
    policy: $policy,
  });
  const { org } = current;
  if (org === null) return null;
  const place = placeOf(ancestors);
  return (
    <>
      <span>
        {ORG_KIND_NAMES[org.orgType]}
        {place.length > 0 && ` in ${place.join(" / ")}`}
      </span>
      <span>
        {formatCount(org.memberCount)} {org.memberCount === 1 ? "member" : "members"}
      </span>
      {policy && (
        <span>
          {formatCount(policy.total)}
          <span className={styles.wideOnly}>
            {policy.total === 1 ? " entitlement" : " entitlements"}
          </span>{" "}
          in policy
        </span>
      )}
      <ScopeNote />
    </>
  );
}

function OrgFailure() {
  const { current, detail, retry } = useUnit({
    current: $currentOrg,
    detail: $detail,
    retry: retryOrg,
  });
  const list = toRoleMapping(detail?.resourceId ?? null);
  const missing = isMissing(current.failure);
  const title = missing ? "Org not found" : "The org could not be loaded";
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[
          { label: "Dashboard", href: toDashboard() },
          { label: "Role Mapping", href: list },
          { label: title },
        ]}
      />
      <div className={styles.failure} role={missing ? undefined : "alert"}>
        <p>
          {missing
            ? "There is no org at this address: it may have been removed, or it belongs to another client."
            : current.failure?.message}
        </p>
        <p>Nothing was changed.</p>
        <div className={styles.actions}>
          {!missing && (
            <Button variant="primary" onClick={() => retry({})}>
              Try again
            </Button>
          )}
          <Link className={buttonClass(missing ? "primary" : "secondary")} href={list}>
            Back to Role Mapping
          </Link>
        </div>
      </div>
    </>
  );
}
