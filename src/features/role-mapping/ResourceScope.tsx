import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
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
    <EmptyState
      title="Resource not found"
      action={
        <Link className={buttonClass("primary")} href={toRoleMapping()}>
          Role Mapping of all resources
        </Link>
      }
    >
      There is no resource at this address, or it belongs to another client. Nothing was changed.
    </EmptyState>
  );
}
