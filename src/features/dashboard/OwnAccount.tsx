import { useUnit } from "effector-react";
import { decideAccess } from "#events/rules/permissions.ts";
import { $appInfo, $user } from "../../data/session/index.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { passwordRoute } from "../password/index.ts";
import { profileRoute } from "../profile/index.ts";
import { toRequestSupport } from "../request-support/index.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./View.module.css";

/** What users do who administer nothing of the directory. */
export function OwnAccount() {
  const t = useMessages(dashboardMessages);
  const { user, appInfo } = useUnit({ user: $user, appInfo: $appInfo });
  const mayUpdate = decideAccess(user, { permission: "UserSelfUpdate" }) === "allowed";
  const links = [
    ...(mayUpdate ? [{ href: profileRoute.path, label: t.manageProfile }] : []),
    ...(mayUpdate && appInfo.passwordEnabled
      ? [{ href: passwordRoute.path, label: t.managePassword }]
      : []),
    { href: toRequestSupport(), label: t.requestSupport },
  ];
  return (
    <Panel title={t.yourAccount} context={t.yourAccountWhat}>
      <ul className={styles.links}>
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className={buttonClass("secondary")}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
