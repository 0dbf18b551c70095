import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $currentResource } from "../directory/index.ts";
import { toRoleMapping } from "./route.ts";
import styles from "./ResourceScope.module.css";

/** Says for which resource a screen is. */
export function ScopeNote() {
  const { current } = useUnit({ current: $currentResource });
  if (current.id === null) return null;
  return (
    <span className={styles.scope}>
      For{" "}
      {current.resource ? (
        <strong>{current.resource.name}</strong>
      ) : current.status === "Fail" ? (
        "one resource (its name could not be loaded)"
      ) : (
        <Skeleton width={120} />
      )}{" "}
      only
    </span>
  );
}

export function ResourceMissing() {
  return (
    <>
      <PageHeader
        title="Resource not found"
        breadcrumbs={[
          { label: "Dashboard", href: toDashboard() },
          { label: "Role Mapping", href: toRoleMapping() },
          { label: "Resource not found" },
        ]}
      />
      <div className={styles.missing}>
        <p>There is no resource at this address, or it belongs to another client.</p>
        <p>Nothing was changed.</p>
        <Link className={buttonClass("primary")} href={toRoleMapping()}>
          Role Mapping of all resources
        </Link>
      </div>
    </>
  );
}
