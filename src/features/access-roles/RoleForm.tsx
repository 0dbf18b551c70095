import { IconPlus, IconX } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import {
  type AccessRole,
  type RoleEntitlement,
  type RoleOwner,
} from "#events/entities/accessRole.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ExportLink } from "../../ui/ExportLink.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { HoldersButton } from "../holders/index.ts";
import { openPicker, roleForm } from "./detailModel.ts";
import { $roleEntitlementsHref, noteEntitlementsExport } from "./entitlementsExport.ts";
import { accessRoleMessages } from "./messages.ts";
import { EntitlementPicker, OwnerPicker } from "./Pickers.tsx";
import { $mayEdit } from "./place.ts";
import { RoleEffect } from "./RoleEffect.tsx";
import { useDetailFields } from "./useDetailFields.ts";
import styles from "./accessRoles.module.css";

/** The content of a role, saved together as its next version. */
export function RoleForm({ role }: { readonly role: AccessRole }) {
  const t = useMessages(accessRoleMessages);
  const form = useForm(roleForm);
  const details = useDetailFields();
  const { view, mayEdit, href, open, exported } = useUnit({
    href: $roleEntitlementsHref,
    exported: noteEntitlementsExport,
    view: roleForm.$view,
    mayEdit: $mayEdit,
    open: openPicker,
  });
  if (form === null || view === null) return null;
  const hasEffect = role.status === "active" && view.changed.includes("entitlements");
  const addButton = (picker: "entitlements" | "owners", label: string) =>
    mayEdit && (
      <Button size="small" icon={<IconPlus size={16} />} onClick={() => open({ picker })}>
        {label}
      </Button>
    );
  return (
    <>
      <FormPanel
        label={t.role}
        form={form}
        readOnly={!mayEdit}
        failedTitle={t.notSaved}
        notice={
          hasEffect && (
            <Alert severity="info" title={t.effectTitle}>
              <RoleEffect />
            </Alert>
          )
        }
        sections={[
          {
            title: t.details,
            fields: details,
          },
          {
            title: t.entitlements,
            context: t.entitlementsWhat,
            actions: (
              <>
                {href !== null && <ExportLink href={href} onExport={() => exported({})} />}
                {addButton("entitlements", t.addEntitlements)}
              </>
            ),
            fields: [
              {
                name: "entitlements",
                kind: "custom",
                label: t.entitlements,
                render: () => (
                  <Entitlements
                    entitlements={view.values.entitlements}
                    saved={view.saved.entitlements}
                    problem={form.problems["entitlements"]}
                  />
                ),
              },
            ],
          },
          {
            title: t.owners,
            context: t.ownersWhat,
            actions: addButton("owners", t.addOwner),
            fields: [
              {
                name: "owners",
                kind: "custom",
                label: t.owners,
                render: () => <Owners owners={view.values.owners} />,
              },
            ],
          },
        ]}
      />
      <EntitlementPicker entitlements={view.values.entitlements} />
      <OwnerPicker owners={view.values.owners} />
    </>
  );
}

function Entitlements({
  entitlements,
  saved,
  problem,
}: {
  readonly entitlements: readonly RoleEntitlement[];
  readonly saved: readonly RoleEntitlement[];
  readonly problem: string | undefined;
}) {
  const t = useMessages(accessRoleMessages);
  const { change, mayEdit } = useUnit({ change: roleForm.change, mayEdit: $mayEdit });
  const known = new Set(saved.map(({ roleOid }) => roleOid));
  const kept = new Set(entitlements.map(({ roleOid }) => roleOid));
  const removed = saved.filter(({ roleOid }) => !kept.has(roleOid)).length;
  const remove = (oid: string) =>
    change({ values: { entitlements: entitlements.filter(({ roleOid }) => roleOid !== oid) } });
  return (
    <div className={styles.stack}>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {entitlements.length === 0 ? (
        <p className={styles.muted}>{t.noEntitlements}</p>
      ) : (
        <ul className={styles.items} aria-label={t.entitlements}>
          {entitlements.map(({ roleOid, name, resourceName }) => (
            <li key={roleOid}>
              <span className={styles.itemName}>
                {name}
                <span className={styles.muted}> {resourceName || t.lost}</span>
              </span>
              {!known.has(roleOid) && <Tag tone="accent">{t.added}</Tag>}
              {resourceName !== "" && (
                <HoldersButton roleOid={roleOid} orgOid={null} name={name} compact />
              )}
              {mayEdit && (
                <IconButton
                  size="small"
                  label={t.remove(name)}
                  icon={<IconX size={16} />}
                  onClick={() => remove(roleOid)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {removed > 0 && (
        <p className={styles.muted} role="status">
          {t.removed(removed)}
        </p>
      )}
    </div>
  );
}

function Owners({ owners }: { readonly owners: readonly RoleOwner[] }) {
  const t = useMessages(accessRoleMessages);
  const { change, mayEdit } = useUnit({ change: roleForm.change, mayEdit: $mayEdit });
  if (owners.length === 0) return <p className={styles.muted}>{t.noOwners}</p>;
  return (
    <ul className={styles.items} aria-label={t.owners}>
      {owners.map(({ oid, name }) => (
        <li key={oid}>
          <span className={styles.itemName}>{name}</span>
          {mayEdit && (
            <IconButton
              size="small"
              label={t.remove(name)}
              icon={<IconX size={16} />}
              onClick={() =>
                change({ values: { owners: owners.filter((owner) => owner.oid !== oid) } })
              }
            />
          )}
        </li>
      ))}
    </ul>
  );
}
