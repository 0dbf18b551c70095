import { useUnit } from "effector-react";
import type { RoleFileCheck } from "#events/entities/accessRole.ts";
import { CheckedFilePanel } from "../../panels/checked-file/CheckedFile.tsx";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { roleFile, roleFileApply } from "./fileModel.ts";
import { accessRoleMessages } from "./messages.ts";
import styles from "./accessRoles.module.css";

/** Entitlements of access roles from a CSV file, with what they change before anything is written. */
export function RoleFile() {
  const t = useMessages(accessRoleMessages);
  return (
    <CheckedFilePanel
      unit={roleFile}
      disclosure="accessRoles/severalFiles"
      context={t.fileWhat}
      dialog={<Confirmation />}
    >
      {(preview) => <Difference preview={preview} />}
    </CheckedFilePanel>
  );
}

type Preview = NonNullable<RoleFileCheck["preview"]>;

function Difference({ preview }: { readonly preview: Preview }) {
  const t = useMessages(accessRoleMessages);
  const ask = useUnit(roleFileApply.open);
  const { fingerprint, created, changed, added, removed, roles } = preview;
  const count = created + changed;
  if (count === 0) return <p role="status">{t.fileChangesNothing}</p>;
  return (
    <div className={styles.stack} role="status">
      <p className={styles.strong}>{t.fileEffect(created, changed, added, removed)}</p>
      <ul className={styles.effects}>
        {roles.map(({ name, isNew, ...role }) => (
          <li key={name}>
            {name} {isNew && <Tag tone="accent">{t.newTag}</Tag>}
            <Names text={t.gets} names={role.added} count={role.addedCount} />
            <Names text={t.loses} names={role.removed} count={role.removedCount} />
          </li>
        ))}
        {count > roles.length && <li>{t.moreRoles(count - roles.length)}</li>}
      </ul>
      <div>
        <Button
          variant="primary"
          onClick={() => ask({ subject: { fingerprint, created, changed } })}
        >
          {t.applyFile}
        </Button>
      </div>
    </div>
  );
}

function Names({
  text,
  names,
  count,
}: {
  readonly text: (names: string) => string;
  readonly names: readonly string[];
  readonly count: number;
}) {
  const t = useMessages(accessRoleMessages);
  if (count === 0) return null;
  const rest = count - names.length;
  return (
    <p className={styles.muted}>
      {text(names.join(", "))}
      {rest > 0 && ` ${t.moreNames(rest)}`}
    </p>
  );
}

function Confirmation() {
  const t = useMessages(accessRoleMessages);
  const dialog = useConfirmation(roleFileApply);
  const { created = 0, changed = 0 } = dialog.subject ?? {};
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.applyFileTitle}
      description={t.applyFileWhat(created, changed)}
      confirmLabel={t.applyFile}
      failedTitle={t.fileNotApplied}
      variant="primary"
    />
  );
}
