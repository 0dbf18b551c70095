import { useUnit } from "effector-react";
import type { UsernameFormatId } from "#events/entities/client.ts";
import { proposeUsername } from "#events/rules/client.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import {
  $usernameFormat,
  chooseUsernameFormat,
  saveUsernameFormatCall,
  submitUsernameFormat,
  typeUsernameFormat,
} from "../../data/client/index.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

const EXAMPLE = { givenName: "Ada", familyName: "Lovelace" };
/** Stands for no format: values of a select are texts. */
const NONE = "none";
const IDS: readonly UsernameFormatId[] = ["first.last", "flast", "firstl", "custom"];

/** How usernames of new users are proposed, for Ada Lovelace. */
export function UsernameFormat() {
  const t = useMessages(dashboardMessages);
  const say = useSay();
  const { form, status, choose, type, submit } = useUnit({
    form: $usernameFormat,
    status: saveUsernameFormatCall.$status,
    choose: chooseUsernameFormat,
    type: typeUsernameFormat,
    submit: submitUsernameFormat,
  });
  if (form === null) return null;
  const { usernameFormatId, usernameFormatCustom } = form.values;
  const options = [
    { value: NONE, label: t.noFormat },
    ...IDS.map((id) => ({
      value: id,
      label: proposeUsername({ usernameFormatId: id }, EXAMPLE) || t.otherFormat,
    })),
  ];
  const example = proposeUsername(form.values, EXAMPLE);
  return (
    <Form className={styles.format} label={t.usernames} onSubmit={() => submit({})}>
      {form.failure && (
        <Alert severity="error" title={t.formatNotSaved} live>
          {say(form.failure.message)}
        </Alert>
      )}
      <SelectField
        label={t.usernames}
        description={t.usernamesExample}
        value={usernameFormatId ?? NONE}
        options={options}
        onChange={(value) => choose({ usernameFormatId: IDS.find((id) => id === value) ?? null })}
      />
      {usernameFormatId === "custom" && (
        <TextField
          label={t.format}
          name="usernameFormatCustom"
          autoComplete="off"
          required
          description={example === "" ? t.formatParts : t.formatExample(example)}
          value={usernameFormatCustom ?? ""}
          error={form.problems.usernameFormatCustom ?? null}
          onChange={(value) => type({ usernameFormatCustom: value })}
        />
      )}
      <div className={styles.saving}>
        <span role="status">{status === "Success" && t.saved}</span>
        <Button type="submit" idle={form.changed.length === 0} busy={status === "InProgress"}>
          {t.saveFormat}
        </Button>
      </div>
    </Form>
  );
}
