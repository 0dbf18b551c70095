import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { mappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { toDirection } from "./route.ts";

/** Stands for a mapping that does not exist. */
export function Missing({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  return (
    <EmptyState
      title={t.missing}
      action={
        <Link
          className={buttonClass("secondary")}
          href={toDirection(all.resourceId, all.direction)}
        >
          {t.toList}
        </Link>
      }
    >
      {t.missingWhy}
    </EmptyState>
  );
}
