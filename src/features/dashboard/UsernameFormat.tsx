import type { UsernameFormatId } from "#events/entities/client.ts";
import { proposeUsername } from "#events/rules/client.ts";
import { useUnit } from "effector-react";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { formatForm } from "./clientModel.ts";
import { usernameFormatOf } from "./clientRules.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

const EXAMPLE = { givenName: "Ada", familyName: "Lovelace" };
const IDS: readonly UsernameFormatId[] = ["first.last", "flast", "firstl", "custom"];

/** The format of proposed usernames, with Ada Lovelace as the example. */
export function UsernameFormat() {
  const t = useMessages(dashboardMessages);
  const form = useForm(formatForm);
  const view = useUnit(formatForm.$view);
  if (form === null || view === null) return null;
  const example = proposeUsername(usernameFormatOf(view.values), EXAMPLE);
  const custom: FormField = {
    name: "usernameFormatCustom",
    kind: "text",
    label: t.format,
    required: true,
    description: example === "" ? t.formatParts : t.formatExample(example),
  };
  return (
    <div className={styles.form}>
      <FormPanel
        label={t.usernames}
        form={form}
        failedTitle={t.formatNotSaved}
        submitLabel={t.saveFormat}
        savedLabel={t.saved}
        sections={[
          {
            fields: [
              {
                name: "usernameFormatId",
                kind: "select",
                label: t.usernames,
                description: t.usernamesExample,
                options: [
                  { value: "none", label: t.noFormat },
                  ...IDS.map((id) => ({
                    value: id,
                    label: proposeUsername({ usernameFormatId: id }, EXAMPLE) || t.otherFormat,
                  })),
                ],
              },
              ...(view.values.usernameFormatId === "custom" ? [custom] : []),
            ],
          },
        ]}
      />
    </div>
  );
}
