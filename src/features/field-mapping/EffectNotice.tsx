import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { identifies } from "#events/rules/mappings/fields.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { toSystem } from "../systems/index.ts";
import { mappingMessages } from "./messages.ts";
import { $isOnlyRead, type FieldMapping } from "./place.ts";

/** Says why mappings of this direction have no effect, or which of several systems sets a field. */
export function EffectNotice({ all }: { readonly all: FieldMapping }) {
  const { value: system } = useUnit($openSystem);
  if (system === null) return null;
  return all.direction === "inbound" ? (
    <InboundNotice all={all} system={system} />
  ) : (
    <OutboundNotice resourceId={all.resourceId} />
  );
}

function InboundNotice({
  all,
  system,
}: {
  readonly all: FieldMapping;
  readonly system: ConnectedSystem;
}) {
  const t = useMessages(mappingMessages);
  if (system.kind === "manual" || !system.inbound) {
    return (
      <Alert severity="warning" title={t.inboundUnused}>
        {t.neverRead}
      </Alert>
    );
  }
  if (system.kind !== "hr") {
    return (
      <Alert severity="info" title={t.setsOwners}>
        {t.precedence}
      </Alert>
    );
  }
  if (all.mappings.length === 0 || all.mappings.some(identifies)) return null;
  return (
    <Alert severity="warning" title={t.inboundUnused}>
      {t.noPersonId}
    </Alert>
  );
}

function OutboundNotice({ resourceId }: { readonly resourceId: string }) {
  const t = useMessages(mappingMessages);
  const isOnlyRead = useUnit($isOnlyRead);
  if (!isOnlyRead) return null;
  return (
    <Alert
      severity="info"
      title={t.onlyRead}
      actions={<Link href={toSystem("configuration", resourceId)}>{t.toSetUp}</Link>}
    >
      {t.onlyReadWhy}
    </Alert>
  );
}
