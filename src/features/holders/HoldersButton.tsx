import { IconUsers } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $seesPeople } from "../../data/session/index.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { holderMessages } from "./messages.ts";
import { openHolders } from "./model.ts";

/**
 * Opens the holders of an entitlement among the members of an org, or with `orgOid` null among all people. Users who may not
 * see all people have no button for these. The screen shows a `HoldersDialog`.
 */
export function HoldersButton({
  roleOid,
  orgOid,
  name,
  compact = false,
}: {
  readonly roleOid: string;
  readonly orgOid: string | null;
  /** Of the entitlement. */
  readonly name: string;
  /** Only the icon, with a tooltip of the surrounding `SharedTooltip`. Otherwise the text is hidden on phones. */
  readonly compact?: boolean;
}) {
  const t = useMessages(holderMessages);
  const { seesPeople, open } = useUnit({ seesPeople: $seesPeople, open: openHolders });
  if (orgOid === null && !seesPeople) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<IconUsers size={14} />}
      iconOnPhones
      aria-label={t.whoHas(name)}
      data-tooltip={compact ? t.who : undefined}
      onClick={() => open({ place: { orgOid, roleOid } })}
    >
      {!compact && t.who}
    </Button>
  );
}
