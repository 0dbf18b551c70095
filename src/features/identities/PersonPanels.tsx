import { useUnit } from "effector-react";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { identityMessages } from "./messages.ts";
import { $identity } from "./reportModel.ts";
import { toIdentityReport } from "./route.ts";
import styles from "./identities.module.css";

const FIELDS = ["externalId", "username", "email", "jobTitle", "department", "location"] as const;

/** Who the person is, and the orgs that the person belongs to. */
export function PersonPanel() {
  const t = useMessages(identityMessages);
  const { moment } = useFormats();
  const { identity, mapsAllRoles } = useUnit({
    identity: $identity,
    mapsAllRoles: $mapsAllRoles,
  });
  const { value } = identity;
  return (
    <Panel title={t.person}>
      {value === null ? (
        <Skeleton height={120} />
      ) : (
        <DescriptionList
          items={[
            ...FIELDS.map((field) => ({ term: t.fields[field], detail: value[field] })),
            {
              term: t.fields.manager,
              detail: value.managedBy ? (
                <>
                  <Link href={toIdentityReport(value.managedBy.oid)}>{value.managedBy.name}</Link>
                  {` (${value.manager ?? ""})`}
                </>
              ) : (
                value.manager
              ),
            },
            { term: t.fields.origin, detail: value.isByHand ? t.byHand : t.imported },
            ...(value.endedAt
              ? [{ term: t.ended, detail: moment(Date.parse(value.endedAt)) }]
              : []),
            ...value.attributes.map(({ name, value: detail }) => ({ term: name, detail })),
            {
              term: t.fields.orgs,
              detail: (
                <ul className={styles.plain}>
                  {value.orgs.map(({ oid, name }) => (
                    <li key={oid}>
                      {mapsAllRoles ? <Link href={toRoleMappingDetail(oid)}>{name}</Link> : name}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

export function AccountsPanel() {
  const t = useMessages(identityMessages);
  const { value } = useUnit($identity);
  return (
    <Panel title={t.accounts}>
      {value === null ? (
        <Skeleton height={72} />
      ) : value.accounts.length === 0 ? (
        <p>{t.noAccounts}</p>
      ) : (
        <DescriptionList
          items={value.accounts.map(({ name, resourceName, entitlementCount, active }) => ({
            term: resourceName,
            detail: (
              <>
                {`${name} · ${t.entitlements(entitlementCount)} `}
                {active === true && <Tag>{t.active}</Tag>}
                {active === false && <Tag tone="warning">{t.disabled}</Tag>}
              </>
            ),
          }))}
        />
      )}
    </Panel>
  );
}
