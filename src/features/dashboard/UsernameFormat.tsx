import { useUnit } from "effector-react";
import type { UsernameFormatId } from "#events/entities/client.ts";
import { proposeUsername } from "#events/policy/client.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import {
  $usernameFormat,
  chooseUsernameFormat,
  saveUsernameFormatCall,
  submitUsernameFormat,
  typeUsernameFormat,
} from "../client/index.ts";
import styles from "./ClientPanel.module.css";

const EXAMPLE = { givenName: "Ada", familyName: "Lovelace" };
/** Stands for no format: values of a select are texts. */
const NONE = "none";
const IDS: readonly UsernameFormatId[] = ["first.last", "flast", "firstl", "custom"];
const OPTIONS = [
  { value: NONE, label: "Typed for each user" },
  ...IDS.map((id) => ({
    value: id,
    label: proposeUsername({ usernameFormatId: id }, EXAMPLE) || "Another format",
  })),
];

/** How usernames of new users are proposed, for Ada Lovelace. */
export function UsernameFormat() {
  const { form, status, choose, type, submit } = useUnit({
    form: $usernameFormat,
    status: saveUsernameFormatCall.$status,
    choose: chooseUsernameFormat,
    type: typeUsernameFormat,
    submit: submitUsernameFormat,
  });
  if (form === null) return null;
  const { usernameFormatId, usernameFormatCustom } = form.values;
  const example = proposeUsername(form.values, EXAMPLE);
  return (
    <form
      className={styles.format}
      aria-label="Usernames of new users"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit({});
      }}
    >
      {form.failure && (
        <Alert severity="error" title="The format was not saved" collapsible={false} live>
          {form.failure.message}
        </Alert>
      )}
      <SelectField
        label="Usernames of new users"
        description="As they would be for Ada Lovelace"
        value={usernameFormatId ?? NONE}
        options={OPTIONS}
        onChange={(value) => choose({ usernameFormatId: IDS.find((id) => id === value) ?? null })}
      />
      {usernameFormatId === "custom" && (
        <TextField
          label="Format"
          name="usernameFormatCustom"
          autoComplete="off"
          required
          description={
            example === "" ? "Made of {first}, {last}, {f} and {l}" : `For Ada Lovelace: ${example}`
          }
          value={usernameFormatCustom ?? ""}
          error={form.problems.usernameFormatCustom ?? null}
          onChange={(value) => type({ usernameFormatCustom: value })}
        />
      )}
      <div className={styles.saving}>
        <span role="status">{status === "Success" && "Saved"}</span>
        <Button type="submit" disabled={form.changed.length === 0} busy={status === "InProgress"}>
          Save format
        </Button>
      </div>
    </form>
  );
}
