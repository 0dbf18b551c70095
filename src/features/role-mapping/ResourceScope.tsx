import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $currentResource } from "../directory/index.ts";
import { toRoleMapping } from "./route.ts";
import { roleMappingWords } from "./words.ts";
import styles from "./ResourceScope.module.css";

/** Says for which resource a screen is. */
export function ScopeNote() {
  const words = useWords(roleMappingWords);
  const { current } = useUnit({ current: $currentResource });
  if (current.id === null) return null;
  return (
    <span className={styles.scope}>
      {words.forResource.before}{" "}
      {current.resource ? (
        <strong>{current.resource.name}</strong>
      ) : current.status === "Fail" ? (
        words.oneResource
      ) : (
        <Skeleton width={120} />
      )}{" "}
      {words.forResource.after}
    </span>
  );
}

export function ResourceMissing() {
  const words = useWords(roleMappingWords);
  return (
    <>
      <PageHeader
        title={words.resourceMissing}
        breadcrumbs={[
          { label: words.dashboard, href: toDashboard() },
          { label: words.roleMapping, href: toRoleMapping() },
          { label: words.resourceMissing },
        ]}
      />
      <div className={styles.missing}>
        <p>{words.resourceMissingWhy}</p>
        <p>{words.nothingChanged}</p>
        <Link className={buttonClass("primary")} href={toRoleMapping()}>
          {words.allResources}
        </Link>
      </div>
    </>
  );
}
