import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { roleMappingMessages } from "./messages.ts";
import { $resource, $resourceId } from "./place.ts";
import { toRoleMapping } from "./route.ts";
import styles from "./ResourceScope.module.css";

/** Names the screen's resource. */
export function ScopeNote() {
  const t = useMessages(roleMappingMessages);
  const { id, resource } = useUnit({ id: $resourceId, resource: $resource });
  if (id === null) return null;
  return (
    <span className={styles.scope}>
      {t.forResource.before}{" "}
      {resource.value ? (
        <strong>{resource.value.name}</strong>
      ) : resource.status === "failed" ? (
        t.oneResource
      ) : (
        <Skeleton width={120} />
      )}{" "}
      {t.forResource.after}
    </span>
  );
}

export function ResourceMissing() {
  const t = useMessages(roleMappingMessages);
  return (
    <>
      <PageHeader title={t.resourceMissing} />
      <div className={styles.missing}>
        <p>{t.resourceMissingWhy}</p>
        <Link className={buttonClass("primary")} href={toRoleMapping()}>
          {t.allResources}
        </Link>
      </div>
    </>
  );
}
