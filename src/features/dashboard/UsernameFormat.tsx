import { useUnit } from "effector-react";
import type { UsernameFormatId } from "#events/entities/client.ts";
import { proposeUsername } from "#events/policy/client.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import {
  $usernameFormat,
  chooseUsernameFormat,
  saveUsernameFormatCall,
  submitUsernameFormat,
  typeUsernameFormat,
} from "../client/index.ts";
import { dashboardWords } from "./words.ts";
import styles from "./ClientPanel.module.css";

const EXAMPLE = { givenName: "Ada", familyName: "Lovelace" };
/** Stands for no format: values of a select are texts. */
const NONE = "none";
const IDS: readonly UsernameFormatId[] = ["first.last", "flast", "firstl", "custom"];

/** How usernames of new users are proposed, for Ada Lovelace. */
export function UsernameFormat() {
  const words = useWords(dashboardWords);
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
    { value: NONE, label: words.noFormat },
    ...IDS.map((id) => ({
      value: id,
      label: proposeUsername({ usernameFormatId: id }, EXAMPLE) || words.otherFormat,
    })),
  ];
  const example = proposeUsername(form.values, EXAMPLE);
  return (
    <Form className={styles.format} label={words.usernames} onSubmit={() => submit({})}>
      {form.failure && (
        <Alert severity="error" title={words.formatNotSaved} live>
          {say(form.failure.message)}
        </Alert>
      )}
      <SelectField
        label={words.usernames}
        description={words.usernamesExample}
        value={usernameFormatId ?? NONE}
        options={options}
        onChange={(value) => choose({ usernameFormatId: IDS.find((id) => id === value) ?? null })}
      />
      {usernameFormatId === "custom" && (
        <TextField
          label={words.format}
          name="usernameFormatCustom"
          autoComplete="off"
          required
          description={example === "" ? words.formatParts : words.formatExample(example)}
          value={usernameFormatCustom ?? ""}
          error={form.problems.usernameFormatCustom ?? null}
          onChange={(value) => type({ usernameFormatCustom: value })}
        />
      )}
      <div className={styles.saving}>
        <span role="status">{status === "Success" && words.saved}</span>
        <Button type="submit" idle={form.changed.length === 0} busy={status === "InProgress"}>
          {words.saveFormat}
        </Button>
      </div>
    </Form>
  );
}
