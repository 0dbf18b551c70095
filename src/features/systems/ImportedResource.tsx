import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { Alert } from "../../ui/Alert.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toRoleMapping } from "../role-mapping/index.ts";
import { systemMessages } from "./messages.ts";
import { $mayCreate } from "./place.ts";
import { toAddResource } from "./route.ts";
import { runMessages } from "./runMessages.ts";

/** What files brought into a resource without a connected system. */
export function ImportedResource({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(systemMessages);
  const runs = useMessages(runMessages);
  const { count } = useFormats();
  const mayCreate = useUnit($mayCreate);
  return (
    <>
      <Alert
        severity="info"
        title={t.missing}
        actions={
          mayCreate && (
            <Link className={buttonClass("secondary")} href={toAddResource()}>
              {t.add}
            </Link>
          )
        }
      >
        {t.fromFiles}
      </Alert>
      <Panel
        title={runs.about}
        actions={
          <Link className={buttonClass("secondary")} href={toRoleMapping(system.resourceId)}>
            {t.openRoleMapping}
          </Link>
        }
      >
        <DescriptionList
          items={[
            { term: runs.accounts, detail: count(system.accountCount) },
            { term: runs.entitlements, detail: count(system.entitlementCount) },
          ]}
        />
      </Panel>
    </>
  );
}
