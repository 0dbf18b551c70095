import { useUnit } from "effector-react";
import { identifies } from "#events/rules/mappings/fields.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { toSystem } from "../systems/index.ts";
import { mappingMessages } from "./messages.ts";
import { $isOnlyRead, type FieldMapping } from "./place.ts";

/** Says why mappings of this direction have no effect, or when another system comes first. */
export function NoEffect({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  const { value: system } = useUnit($openSystem);
  const isOnlyRead = useUnit($isOnlyRead);
  if (system === null) return null;
  if (all.direction === "inbound") {
    if (system.kind === "manual" || !system.inbound) {
      return (
        <Alert severity="warning" title={t.onlyPreviewed}>
          {t.onlyPreviewedWhy}
        </Alert>
      );
    }
    if (system.kind !== "hr") {
      return (
        <Alert severity="info" title={t.ofOwners}>
          {t.precedence}
        </Alert>
      );
    }
    return all.mappings.length === 0 || all.mappings.some(identifies) ? null : (
      <Alert severity="warning" title={t.noPersonId}>
        {t.noPersonIdWhy}
      </Alert>
    );
  }
  if (!isOnlyRead) return null;
  return (
    <Alert
      severity="info"
      title={t.onlyRead}
      actions={<Link href={toSystem("configuration", all.resourceId)}>{t.toSetUp}</Link>}
    >
      {t.onlyReadWhy}
    </Alert>
  );
}
