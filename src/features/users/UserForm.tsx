import { useUnit } from "effector-react";
import { USER_LABELS } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { englishText } from "../../kernel/englishText.ts";
import { useSearchedPart } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SaveButtons } from "../../ui/FormActions.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { $resources } from "../../data/directory/index.ts";
import { $user } from "../../data/session/index.ts";
import { updateUserCall } from "./calls.ts";
import {
  $roles,
  $subject,
  $userForm,
  chooseUserIds,
  discardUser,
  retryUser,
  setUserFlag,
  submitUser,
  typeUser,
} from "./editModel.ts";
import { withId } from "./editRules.ts";
import { userMessages } from "./messages.ts";
import styles from "./EditView.module.css";

/** Everything of a user that can be changed, saved as a whole. */
export function UserForm() {
  const t = useMessages(userMessages);
  const say = useSay();
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
    <Form className={styles.form} label={t.user} onSubmit={() => submit({})}>
      {form.failure && (
        <Alert severity="error" title={t.notSaved} live>
          {form.failure.code === "ECONFLICT" ? t.conflict : t.kept(say(form.failure.message))}
        </Alert>
      )}
      <Panel title={t.person}>
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
      <Panel title={t.roles} context={t.rolesWhat}>
        <Roles />
      </Panel>
      <Panel title={t.responsibilities} context={t.responsibilitiesWhat}>
        <Responsibilities />
      </Panel>
      {subject.user?.refusal === null && (
        <div className={styles.buttons} data-bottom-bar>
          <SaveButtons
            isUnchanged={isUnchanged}
            busy={status === "InProgress"}
            onDiscard={() => discard({})}
          />
        </div>
      )}
    </Form>
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
  const say = useSay();
  const { form, subject, change } = useUnit({
    form: $userForm,
    subject: $subject,
    change: typeUser,
  });
  return (
    <TextField
      {...rest}
      label={say(englishText(message(USER_LABELS[field])))}
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
  const t = useMessages(userMessages);
  const say = useSay();
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
  if (roles.items === null && roles.failure !== null) {
    return <NotLoaded text={t.rolesFailed(say(roles.failure.message))} />;
  }
  if (roles.items === null) {
    return (
      <div className={styles.checks} aria-busy>
        <Skeleton width="40%" />
        <Skeleton width="55%" />
        <Skeleton width="35%" />
      </div>
    );
  }
  return (
    <fieldset className={styles.checks} aria-label={t.roles}>
      {isSelf && <p>{t.ownRoles}</p>}
      {roles.items.map(({ id, name, grantable, permissions }) => (
        <Checkbox
          key={id}
          label={name}
          description={grantable ? t.permissions(permissions.length) : t.lacking}
          checked={roleIds.includes(id)}
          disabled={isFixed || !grantable}
          onChange={(isIn) => choose({ field: "roleIds", ids: withId(roleIds, id, isIn) })}
        />
      ))}
      {form.problems.roleIds && <p className={styles.problem}>{say(form.problems.roleIds)}</p>}
    </fieldset>
  );
}

function Responsibilities() {
  const t = useMessages(userMessages);
  const say = useSay();
  const { form, subject, resources, choose, setFlag } = useUnit({
    form: $userForm,
    subject: $subject,
    resources: $resources,
    choose: chooseUserIds,
    setFlag: setUserFlag,
  });
  const dropdown = useSearchedPart("users/resources");
  if (form === null) return null;
  const { values, problems } = form;
  const isFixed = subject.user?.refusal !== null;
  const isLoading =
    resources.status !== "Success" || resources.items.length < resources.page.totalElements;
  return (
    <div className={styles.stack}>
      <fieldset className={styles.checks} aria-label={t.managerOf}>
        {(["isHr", "isAd"] as const).map((field) => (
          <Checkbox
            key={field}
            label={say(englishText(message(USER_LABELS[field])))}
            checked={values[field]}
            disabled={isFixed}
            onChange={(value) => setFlag({ field, value })}
          />
        ))}
        {!values.isHr && !values.isAd && <p>{t.neither}</p>}
      </fieldset>
      <div className={styles.resources}>
        {resources.failure === null ? (
          <FilterDropdown
            {...dropdown}
            label={t.ownResources(values.resourceIds.length)}
            searchLabel={t.searchResources}
            options={resources.items.map(({ id, name }) => ({ id, label: name }))}
            selected={new Set(values.resourceIds)}
            disabled={isFixed || isLoading}
            onChange={(ids) => choose({ field: "resourceIds", ids: [...ids].toSorted() })}
          />
        ) : (
          <NotLoaded text={t.resourcesFailed(say(resources.failure.message))} />
        )}
        {problems.resourceIds && <p className={styles.problem}>{say(problems.resourceIds)}</p>}
      </div>
    </div>
  );
}

/** Where a list to choose from should be; what was chosen before stays chosen. */
function NotLoaded({ text }: { readonly text: string }) {
  const t = useMessages(userMessages);
  const retry = useUnit(retryUser);
  return (
    <div className={styles.resources}>
      <p role="alert" className={styles.problem}>
        {text}
      </p>
      <Button size="small" onClick={() => retry({})}>
        {t.again}
      </Button>
    </div>
  );
}
