import { useId, type ReactNode } from "react";
import { Alert } from "../Alert.tsx";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { Form } from "../Form.tsx";
import { FormActions } from "../FormActions.tsx";
import { useMessages } from "../language/LanguageProvider.tsx";
import { Modal } from "../Modal.tsx";
import { Panel } from "../Panel.tsx";
import { uiMessages } from "../messages.ts";
import { FieldControl } from "./FieldControl.tsx";
import type { FormField, FormSection, FormState } from "./types.ts";
import styles from "./FormPanel.module.css";

interface FormPanelProps {
  /** The form's subject, for screen readers. */
  readonly label: string;
  /** The id by which a button elsewhere submits the form. */
  readonly id?: string;
  readonly form: FormState;
  readonly sections: readonly FormSection[];
  /** The title of the error of a failed save. */
  readonly failedTitle: string;
  /** The only button of a small form; without it the form has buttons to save and discard changes. */
  readonly submitLabel?: string;
  /** Shown beside that button after a save, until the next input. */
  readonly savedLabel?: string;
  /** All fields are read-only. */
  readonly readOnly?: boolean;
  /** Above the fields, for example a notice. */
  readonly notice?: ReactNode;
}

/** A form from field definitions: errors at their fields, a failure above them, and buttons below. */
export function FormPanel({
  label,
  id,
  form,
  sections,
  failedTitle,
  submitLabel,
  savedLabel,
  readOnly = false,
  notice,
}: FormPanelProps) {
  return (
    <Form
      {...(id !== undefined && { id })}
      className={styles.form}
      label={label}
      onSubmit={form.onSubmit}
    >
      {notice}
      <FailureNotice form={form} title={failedTitle} />
      <Sections form={form} sections={sections} readOnly={readOnly} />
      {submitLabel !== undefined ? (
        <div className={styles.submit}>
          {savedLabel !== undefined && <span role="status">{form.isSaved && savedLabel}</span>}
          <Button type="submit" variant="primary" idle={form.isIdle} busy={form.isBusy}>
            {submitLabel}
          </Button>
        </div>
      ) : (
        !readOnly && (
          <div className={styles.buttons} data-bottom-bar>
            <FormActions
              isUnchanged={!form.isChanged}
              busy={form.isBusy}
              onDiscard={form.onDiscard}
            />
          </div>
        )
      )}
    </Form>
  );
}

/** The same form in a dialog over its screen. */
export function FormDialog({
  label,
  description,
  form,
  open = form.isOpen,
  onClose = form.onClose,
  sections,
  failedTitle,
  submitLabel,
}: Omit<FormPanelProps, "id" | "readOnly" | "notice" | "submitLabel" | "savedLabel"> & {
  readonly description?: ReactNode;
  /** By default what the form itself says; for a dialog that something else opens. */
  readonly open?: boolean;
  readonly onClose?: () => void;
  readonly submitLabel: string;
}) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={label}
      description={description}
      continueForm={id}
      continueLabel={submitLabel}
      continueDisabled={form.isIdle}
      busy={form.isBusy}
      persistent
    >
      <Form id={id} className={styles.form} label={label} onSubmit={form.onSubmit}>
        <FailureNotice form={form} title={failedTitle} />
        <Sections form={form} sections={sections} readOnly={false} />
      </Form>
    </Modal>
  );
}

function FailureNotice({ form, title }: { readonly form: FormState; readonly title: string }) {
  const t = useMessages(uiMessages);
  const { failure } = form;
  if (failure === null) return null;
  return (
    <Alert severity="error" title={failure.isOutdated ? t.outdatedTitle : title} live>
      {failure.isOutdated ? t.outdated : form.isChanged ? t.draftKept(failure.text) : failure.text}
    </Alert>
  );
}

function Sections({
  form,
  sections,
  readOnly,
}: {
  readonly form: FormState;
  readonly sections: readonly FormSection[];
  readonly readOnly: boolean;
}) {
  return sections.map(({ title, context, actions, fields }, at) => {
    const controls = <Fields form={form} fields={fields} readOnly={readOnly} />;
    return title === undefined ? (
      <div key={at} className={styles.fields}>
        {controls}
      </div>
    ) : (
      <Panel key={at} title={title} context={context} actions={actions}>
        <div className={styles.fields}>{controls}</div>
      </Panel>
    );
  });
}

function Fields({
  form,
  fields,
  readOnly,
}: {
  readonly form: FormState;
  readonly fields: readonly FormField[];
  readonly readOnly: boolean;
}) {
  return fields.map((field) => (
    <div key={field.name} className={cx(styles.field, field.half && styles.half)}>
      <FieldControl
        field={field}
        value={form.values[field.name]}
        error={form.problems[field.name] ?? null}
        disabled={readOnly || field.disabled === true}
        onChange={(value) => form.onChange({ [field.name]: value })}
      />
    </div>
  ));
}
