import { useUnit } from "effector-react";
import type { UserRole } from "#events/entities/managedUser.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Page } from "../../ui/Page.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $roles, retryUser } from "./editModel.ts";
import { userMessages } from "./messages.ts";
import { describePermissions, listPermissions } from "./permissionTexts.ts";
import { toUsersWithRole } from "./route.ts";
import styles from "./RolesView.module.css";

/** The roles that users can have, with what each permission allows. */
export function View() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const { roles, retry } = useUnit({ roles: $roles, retry: retryUser });
  const { value, failure } = roles;
  return (
    <Page title={t.userRoles} context={t.userRolesWhat} width="narrow">
      {value === null && failure === null && <Skeleton height={320} />}
      {value === null && failure !== null && (
        <LoadFailed
          title={t.rolesNotLoaded}
          reason={translate(reasonOf(failure))}
          onRetry={() => retry({})}
        />
      )}
      {value?.map((role) => (
        <Role key={role.id} role={role} />
      ))}
    </Page>
  );
}

function Role({ role: { id, name, permissions, grantable } }: { readonly role: UserRole }) {
  const t = useMessages(userMessages);
  const { open, onOpenChange } = useDisclosure(`users/role/${id}`);
  const codes = permissions.map((permission) => permission.name);
  return (
    <Panel
      title={name}
      context={[t.permissionCount(codes.length), ...(grantable ? [] : [t.lacking])].join(" · ")}
      actions={
        <Link
          className={buttonClass("secondary", "small")}
          href={toUsersWithRole(id)}
          aria-label={t.usersWithRole(name)}
        >
          {t.usersWithIt}
        </Link>
      }
    >
      <p>{describePermissions(codes, t)}</p>
      {codes.length > 0 && (
        <Button
          size="small"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => onOpenChange(!open)}
        >
          {open ? t.hidePermissions : t.showPermissions}
        </Button>
      )}
      {open && (
        <ul className={styles.permissions} aria-label={t.permissionsOf(name)}>
          {listPermissions(codes, t).map(({ code, text }) => (
            <li key={code}>
              {text} <code className={styles.code}>{code}</code>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
