import type { Period } from "#events/entities/accessRole.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { periodMessages } from "./messages.ts";
import { daysOf, validityOf } from "./periods.ts";

/** When a grant is valid, with a tag if that is not now. */
export function Validity({ period, now }: { readonly period: Period; readonly now: number }) {
  const t = useMessages(periodMessages);
  const { from, until } = daysOf(period);
  const validity = validityOf(period, now);
  return (
    <>
      <Whole text={from === "" && until === "" ? t.always : t.period(from, until)} />{" "}
      {validity !== "valid" && <Tag tone="warning">{t.validity[validity]}</Tag>}
    </>
  );
}
