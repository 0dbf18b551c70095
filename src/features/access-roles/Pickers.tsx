import { useUnit } from "effector-react";
import { useCallback, useMemo, type ReactNode } from "react";
import type { RoleEntitlement, RoleOwner } from "#events/entities/accessRole.ts";
import type { Entitlement, Identity } from "#events/entities/directory.ts";
import { personName } from "#events/rules/personName.ts";
import { $resources } from "../../data/directory/index.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { $picker, entitlementPicker, openPicker, personPicker, roleForm } from "./detailModel.ts";
import { accessRoleMessages } from "./messages.ts";

function PickerDialog({
  picker,
  title,
  children,
}: {
  readonly picker: "entitlements" | "owners";
  readonly title: string;
  readonly children: ReactNode;
}) {
  const t = useMessages(accessRoleMessages);
  const { current, open } = useUnit({ current: $picker, open: openPicker });
  return (
    <ListDialog
      open={current === picker}
      onClose={() => open({ picker: null })}
      title={title}
      description={t.pickWhat}
      cancelLabel={t.done}
    >
      {children}
    </ListDialog>
  );
}

/** Adds entitlements to the draft of the role, or takes them out. */
export function EntitlementPicker({
  entitlements,
}: {
  readonly entitlements: readonly RoleEntitlement[];
}) {
  const t = useMessages(accessRoleMessages);
  const list = useList(entitlementPicker);
  const { resources, change } = useUnit({ resources: $resources, change: roleForm.change });
  const chosen = useMemo(() => new Set(entitlements.map(({ roleOid }) => roleOid)), [entitlements]);
  const toggle = useCallback(
    ({ roleOid, name, resourceName }: Entitlement) =>
      change({
        values: {
          entitlements: chosen.has(roleOid)
            ? entitlements.filter((one) => one.roleOid !== roleOid)
            : [...entitlements, { roleOid, name, resourceName }],
        },
      }),
    [change, chosen, entitlements],
  );
  const columns = useMemo(
    (): readonly ListColumn<Entitlement>[] => [
      {
        id: "name",
        header: t.pickColumns.name,
        grow: 2,
        cell: ({ roleOid, name }) => (
          <>
            <Whole text={name} /> {chosen.has(roleOid) && <Tag tone="success">{t.chosen}</Tag>}
          </>
        ),
      },
      {
        id: "resource",
        header: t.pickColumns.resource,
        priority: 2,
        cell: ({ resourceName }) => <Whole text={resourceName} />,
      },
    ],
    [t, chosen],
  );
  return (
    <PickerDialog picker="entitlements" title={t.pickEntitlements}>
      <ListPanel
        label={t.entitlements}
        list={list}
        rowKey={roleOidOf}
        columns={columns}
        searchLabel={t.searchEntitlements}
        filters={[
          {
            field: "resourceId",
            kind: "select",
            label: t.resource,
            options: [
              { value: "", label: t.allResources },
              ...resources.value.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
        ]}
        onOpen={toggle}
        rowActions={(entitlement) => {
          const isChosen = chosen.has(entitlement.roleOid);
          return (
            <Button
              size="small"
              variant="quiet"
              aria-label={isChosen ? t.remove(entitlement.name) : t.choose(entitlement.name)}
              onClick={() => toggle(entitlement)}
            >
              {isChosen ? t.takeOut : t.add}
            </Button>
          );
        }}
        actionsWidth={112}
        summary={resourceOfEntitlement}
        height="own"
      />
    </PickerDialog>
  );
}

const roleOidOf = ({ roleOid }: Entitlement) => roleOid;
const resourceOfEntitlement = ({ resourceName }: Entitlement) => resourceName;

/** Adds people to the owners in the draft of the role, or takes them out. */
export function OwnerPicker({ owners }: { readonly owners: readonly RoleOwner[] }) {
  const t = useMessages(accessRoleMessages);
  const list = useList(personPicker);
  const change = useUnit(roleForm.change);
  const chosen = useMemo(() => new Set(owners.map(({ oid }) => oid)), [owners]);
  const toggle = useCallback(
    (person: Identity) =>
      change({
        values: {
          owners: chosen.has(person.oid)
            ? owners.filter(({ oid }) => oid !== person.oid)
            : [...owners, { oid: person.oid, name: personName(person) }],
        },
      }),
    [change, chosen, owners],
  );
  const columns = useMemo(
    (): readonly ListColumn<Identity>[] => [
      {
        id: "name",
        header: t.pickColumns.name,
        cell: (person) => (
          <>
            <Whole text={personName(person)} />{" "}
            {chosen.has(person.oid) && <Tag tone="success">{t.chosen}</Tag>}
          </>
        ),
      },
      {
        id: "job",
        header: t.pickColumns.job,
        priority: 2,
        cell: ({ jobTitle }) => <Whole text={jobTitle ?? "–"} />,
      },
    ],
    [t, chosen],
  );
  return (
    <PickerDialog picker="owners" title={t.pickOwners}>
      <ListPanel
        label={t.owners}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchPeople}
        onOpen={toggle}
        rowActions={(person) => {
          const isChosen = chosen.has(person.oid);
          const name = personName(person);
          return (
            <Button
              size="small"
              variant="quiet"
              aria-label={isChosen ? t.remove(name) : t.choose(name)}
              onClick={() => toggle(person)}
            >
              {isChosen ? t.takeOut : t.add}
            </Button>
          );
        }}
        actionsWidth={112}
        summary={({ jobTitle }) => jobTitle ?? "–"}
        height="own"
      />
    </PickerDialog>
  );
}

const oidOf = ({ oid }: Identity) => oid;
