import { useUnit } from "effector-react";
import type { AccessRole, RoleVersion } from "#events/entities/accessRole.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { restoration, versionList } from "./grantModel.ts";
import { accessRoleMessages } from "./messages.ts";
import { $mayEdit } from "./place.ts";
import styles from "./accessRoles.module.css";

const PAGE_SIZE = 20;

/** The versions of the role, each with what it changed. */
export function VersionsPanel({ role }: { readonly role: AccessRole }) {
  const t = useMessages(accessRoleMessages);
  const list = useList(versionList);
  const total = list.total ?? 0;
  const loaded: RoleVersion[] = [];
  for (let index = 0; index < total; index += 1) {
    const version = list.itemAt(index);
    if (version === null) break;
    loaded.push(version);
  }
  return (
    <Panel title={t.versions} context={t.versionsWhat}>
      {list.status === "failed" && (
        <LoadFailed title={t.versionsFailed} reason={list.failure} onRetry={list.onRetry} />
      )}
      {list.total === null && list.status === "loading" && <Skeleton height={120} />}
      {loaded.length > 0 && (
        <ol className={styles.versions} aria-label={t.versions}>
          {loaded.map((version) => (
            <Version key={version.version} version={version} role={role} />
          ))}
        </ol>
      )}
      {loaded.length < total && list.status === "ready" && (
        <Button size="small" onClick={() => list.onShow(0, loaded.length + PAGE_SIZE)}>
          {t.moreVersions}
        </Button>
      )}
    </Panel>
  );
}

function Version({
  version: { version, kind, at, actor, fields, added, removed, addedOwners, removedOwners },
  role,
}: {
  readonly version: RoleVersion;
  readonly role: AccessRole;
}) {
  const t = useMessages(accessRoleMessages);
  const { now, mayEdit, openRestoration } = useUnit({
    now: $now,
    mayEdit: $mayEdit,
    openRestoration: restoration.open,
  });
  const isCurrent = version === role.version;
  return (
    <li>
      <div className={styles.versionLine}>
        <span className={styles.strong}>{t.version(version)}</span>
        <Tag tone={isCurrent ? "accent" : "secondary"}>
          {isCurrent ? t.current : t.versionKinds[kind]}
        </Tag>
        <span className={styles.muted}>
          {actor} · <RelativeTime at={Date.parse(at)} now={now} />
        </span>
        {mayEdit && !isCurrent && (
          <Button
            size="small"
            className={styles.lineEnd}
            aria-label={t.restoreOf(version)}
            onClick={() =>
              openRestoration({ subject: { restored: version, version: role.version } })
            }
          >
            {t.restore}
          </Button>
        )}
      </div>
      <ul className={styles.diff}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>{t.fieldChange(t.versionFields[field], before, after)}</li>
        ))}
        {[...added, ...addedOwners].map((name) => (
          <li key={`+${name}`} className={styles.plus}>
            + {name}
          </li>
        ))}
        {[...removed, ...removedOwners].map((name) => (
          <li key={`-${name}`} className={styles.minus}>
            − {name}
          </li>
        ))}
      </ul>
    </li>
  );
}
