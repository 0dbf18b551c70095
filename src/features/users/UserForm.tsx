import { useUnit } from "effector-react";
import { managerKinds, USER_LABELS } from "#events/policy/users.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SaveButtons } from "../../ui/SaveButtons.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { $resources } from "../directory/index.ts";
import { $user } from "../session/index.ts";
import { updateUserCall } from "./calls.ts";
import {
  $roles,
  $subject,
  $userForm,
  chooseUserIds,
  discardUser,
  setUserFlag,
  submitUser,
  typeUser,
} from "./editModel.ts";
import { withId } from "./editRules.ts";
import styles from "./EditView.module.css";

/** Everything of a user that can be changed, saved as a whole. */
export function UserForm() {
  const { form, subject, status, submit, discard } = useUnit({
    form: $userForm,
    subject: $subject,
    status: updateUserCall.$status,
    submit: submitUser,
    discard: discardUser,
  });
  if (form === null) return null;
  const isUnchanged = form.changed.length === 0;
  return (
    <form
      className={styles.form}
      aria-label="User"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit({});
      }}
    >
      {form.failure && (
        <Alert severity="error" title="The user was not saved" collapsible={false} live>
          {form.failure.code === "ECONFLICT"
            ? "Somebody changed it meanwhile. What you typed is kept, and the other fields show what is saved now. Save again to apply it."
            : `${form.failure.message}. What you typed is kept.`}
        </Alert>
      )}
      <Panel title="Person">
        <div className={styles.stack}>
          <UserField field="username" required />
          <div className={styles.pair}>
            <UserField field="givenName" required />
            <UserField field="familyName" required />
          </div>
          <UserField field="email" type="email" required />
          <div className={styles.pair}>
            <UserField field="phoneNumber" type="tel" />
            <UserField field="phoneExtension" />
          </div>
          <UserField field="jobTitle" />
        </div>
      </Panel>
      <Panel title="Roles" context="What this user may see and do">
        <Roles />
      </Panel>
      <Panel title="Responsibilities" context="What this user manages for the client">
        <Responsibilities />
      </Panel>
      {subject.user?.refusal === null && (
        <div className={styles.buttons}>
          <SaveButtons
            isUnchanged={isUnchanged}
            busy={status === "InProgress"}
            onDiscard={() => discard({})}
          />
        </div>
      )}
    </form>
  );
}

type TextFieldName =
  | "username"
  | "givenName"
  | "familyName"
  | "email"
  | "phoneNumber"
  | "phoneExtension"
  | "jobTitle";

function UserField({
  field,
  ...rest
}: { readonly field: TextFieldName } & Pick<TextFieldProps, "type" | "required">) {
  const { form, subject, change } = useUnit({
    form: $userForm,
    subject: $subject,
    change: typeUser,
  });
  return (
    <TextField
      {...rest}
      label={USER_LABELS[field]}
      name={field}
      autoComplete="off"
      disabled={subject.user?.refusal !== null}
      value={form?.values[field] ?? ""}
      error={form?.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}

function Roles() {
  const { form, subject, roles, me, choose } = useUnit({
    form: $userForm,
    subject: $subject,
    roles: $roles,
    me: $user,
    choose: chooseUserIds,
  });
  if (form === null) return null;
  const { roleIds } = form.values;
  const isSelf = subject.user?.id === me?.id;
  const isFixed = isSelf || subject.user?.refusal !== null;
  return (
    <fieldset className={styles.checks} aria-label="Roles">
      {isSelf && <p>Nobody changes their own roles: ask another administrator.</p>}
      {roles.map(({ id, name, grantable, permissions }) => (
        <Checkbox
          key={id}
          label={name}
          description={
            grantable
              ? `${permissions.length} ${permissions.length === 1 ? "permission" : "permissions"}`
              : "Holds permissions that you lack"
          }
          checked={roleIds.includes(id)}
          disabled={isFixed || !grantable}
          onChange={(isIn) => choose({ field: "roleIds", ids: withId(roleIds, id, isIn) })}
        />
      ))}
      {form.problems.roleIds && <p className={styles.problem}>{form.problems.roleIds}</p>}
    </fieldset>
  );
}

function Responsibilities() {
  const { form, subject, resources, choose, setFlag } = useUnit({
    form: $userForm,
    subject: $subject,
    resources: $resources,
    choose: chooseUserIds,
    setFlag: setUserFlag,
  });
  if (form === null) return null;
  const { values, problems } = form;
  const isFixed = subject.user?.refusal !== null;
  return (
    <div className={styles.stack}>
      <fieldset className={styles.checks} aria-label="Manager of">
        {(["isHr", "isAd"] as const).map((field) => (
          <Checkbox
            key={field}
            label={USER_LABELS[field]}
            checked={values[field]}
            disabled={isFixed}
            onChange={(value) => setFlag({ field, value })}
          />
        ))}
        {!values.isHr && !values.isAd && (
          <p>Neither of both: {managerKinds(values).join(", ").toLowerCase()}.</p>
        )}
      </fieldset>
      <div className={styles.resources}>
        <FilterDropdown
          label={`Own resources (${values.resourceIds.length})`}
          searchLabel="Search resources"
          options={resources.items.map(({ id, name }) => ({ id, label: name }))}
          selected={new Set(values.resourceIds)}
          disabled={isFixed}
          onChange={(ids) => choose({ field: "resourceIds", ids: [...ids].toSorted() })}
        />
        {problems.resourceIds && <p className={styles.problem}>{problems.resourceIds}</p>}
      </div>
    </div>
  );
}
