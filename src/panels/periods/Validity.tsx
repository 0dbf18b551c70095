import type { Period } from "#events/entities/common.ts";
import { daysOf } from "#events/rules/periods.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { periodMessages, type PeriodMessages } from "./messages.ts";
import { periodText, validityOf } from "./periods.ts";

/** When a grant is valid, with a tag if that is not now. */
export function Validity({ period, now }: { readonly period: Period; readonly now: number }) {
  const t = useMessages(periodMessages);
  const validity = validityOf(period, now);
  return (
    <>
      <Whole text={periodText(daysOf(period), t)} />{" "}
      {validity !== "valid" && <Tag tone="warning">{t.validity[validity]}</Tag>}
    </>
  );
}

/** The same in one text, for the summaries of rows. */
export function validityText(period: Period, now: number, t: PeriodMessages): string {
  const note = t.validity[validityOf(period, now)];
  const text = periodText(daysOf(period), t);
  return note === "" ? text : `${text} (${note})`;
}
