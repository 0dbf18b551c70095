import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { Button } from "../Button.tsx";
import { Checkbox } from "../Checkbox.tsx";
import { FilterDropdown } from "../FilterDropdown.tsx";
import { IconButton } from "../IconButton.tsx";
import { useMessages } from "../language/LanguageProvider.tsx";
import { NumberField } from "../NumberField.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { SelectField } from "../SelectField.tsx";
import { Tag } from "../Tag.tsx";
import { TextArea } from "../TextArea.tsx";
import { TextField } from "../TextField.tsx";
import { Toggle } from "../Toggle.tsx";
import { uiMessages } from "../messages.ts";
import type { FormField } from "./types.ts";
import styles from "./FormPanel.module.css";

interface ControlProps<Field extends FormField = FormField> {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

/** The control of a field by its kind. */
export function FieldControl(props: ControlProps) {
  const { field, value, error, disabled, onChange } = props;
  const { name, label, description, required } = field;
  const look = { label, description, error, name, required, disabled, reserveMessage: true };
  switch (field.kind) {
    case "text":
    case "email":
    case "tel":
    case "url":
    case "date":
      return (
        <TextField
          {...look}
          type={field.kind}
          autoComplete={field.autoComplete ?? "off"}
          placeholder={field.placeholder}
          autoFocus={field.autoFocus}
          {...(field.maxLength !== undefined && { maxLength: field.maxLength })}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "secret":
      return <SecretControl {...props} field={field} />;
    case "password":
      return (
        <PasswordField
          {...look}
          autoComplete={field.autoComplete}
          autoFocus={field.autoFocus}
          eye={field.eye}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case "textarea":
      return (
        <TextArea {...look} maxLength={field.maxLength} value={textOf(value)} onChange={onChange} />
      );
    case "number":
      return (
        <NumberField
          {...look}
          value={typeof value === "number" ? value : null}
          {...(field.min !== undefined && { min: field.min })}
          {...(field.max !== undefined && { max: field.max })}
          {...(field.unit !== undefined && { unit: field.unit })}
          onChange={onChange}
        />
      );
    case "select":
      return (
        <SelectField {...look} options={field.options} value={textOf(value)} onChange={onChange} />
      );
    case "checkboxes":
    case "multi":
      return <Choices {...props} field={field} />;
    case "toggle":
      return (
        <Toggle
          label={label}
          name={name}
          disabled={disabled}
          checked={value === true}
          onChange={onChange}
        />
      );
    case "checkbox":
      return (
        <Checkbox
          label={label}
          name={name}
          description={description}
          disabled={disabled}
          checked={value === true}
          onChange={onChange}
        />
      );
    case "file":
      return <FileControl {...props} field={field} />;
    case "pairs":
      return <Pairs {...props} />;
    case "custom":
      return field.render();
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function Problem({ error }: { readonly error: string | null }) {
  return (
    <p className={styles.problem} aria-live="polite">
      {error}
    </p>
  );
}

function Choices({
  field,
  value,
  error,
  disabled,
  onChange,
}: ControlProps<Extract<FormField, { kind: "checkboxes" | "multi" }>>) {
  const descriptionId = useId();
  const chosen = new Set(Array.isArray(value) ? value.map(String) : []);
  if (field.kind === "multi") {
    const isDescribed = field.description != null;
    return (
      <>
        <FilterDropdown
          {...field.disclosure}
          {...(isDescribed && { describedBy: descriptionId })}
          label={field.label}
          searchLabel={field.searchLabel}
          options={field.options}
          selected={chosen}
          disabled={disabled}
          onChange={(ids) => onChange([...ids].toSorted())}
        />
        {isDescribed && (
          <p id={descriptionId} className={styles.hint}>
            {field.description}
          </p>
        )}
        {error !== null && <Problem error={error} />}
      </>
    );
  }
  const choose = (id: string, isIn: boolean) => {
    const next = new Set(chosen);
    if (isIn) next.add(id);
    else next.delete(id);
    onChange([...next].toSorted());
  };
  return (
    <fieldset className={styles.checks} aria-label={field.label}>
      {field.description != null && <p>{field.description}</p>}
      {field.options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          description={option.description}
          checked={chosen.has(option.value)}
          disabled={disabled || option.disabled === true}
          onChange={(isIn) => choose(option.value, isIn)}
        />
      ))}
      {error !== null && <Problem error={error} />}
    </fieldset>
  );
}

function SecretControl({
  field,
  value,
  error,
  disabled,
  onChange,
}: ControlProps<Extract<FormField, { kind: "secret" }>>) {
  const t = useMessages(uiMessages);
  const id = useId();
  const { name, label, description, required, isSet, multiline, maxLength } = field;
  const isTyping = !isSet || (value !== undefined && value !== "");
  if (!isTyping) {
    const isRemoved = value === "";
    return (
      <div role="group" aria-labelledby={id} className={styles.secret}>
        <span id={id} className={styles.secretLabel}>
          {label}
        </span>
        <div className={styles.secretLine}>
          <Tag tone={isRemoved ? "warning" : "success"}>
            {isRemoved ? t.secretRemoved : t.secretSet}
          </Tag>
          {isRemoved ? (
            <Button size="small" disabled={disabled} onClick={() => onChange(undefined)}>
              {t.keepSecret}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                aria-label={t.replaceSecretOf(label)}
                disabled={disabled}
                onClick={() => onChange(null)}
              >
                {t.replaceSecret}
              </Button>
              {!required && (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t.removeOne(label)}
                  disabled={disabled}
                  onClick={() => onChange("")}
                >
                  {t.remove}
                </Button>
              )}
            </>
          )}
        </div>
        {description != null && <p className={styles.secretHint}>{description}</p>}
        {error !== null && <Problem error={error} />}
      </div>
    );
  }
  const look = { label, description, error, name, required, disabled, maxLength };
  const type = (text: string) => onChange(text === "" ? (isSet ? null : undefined) : text);
  return (
    <div className={styles.secret}>
      {multiline ? (
        <TextArea {...look} autoComplete="off" value={textOf(value)} onChange={type} />
      ) : (
        <TextField
          {...look}
          type="password"
          autoComplete="new-password"
          autoFocus={isSet}
          reserveMessage
          value={textOf(value)}
          onChange={type}
        />
      )}
      {isSet && (
        <div className={styles.secretLine}>
          <Button size="small" disabled={disabled} onClick={() => onChange(undefined)}>
            {t.keepSecret}
          </Button>
        </div>
      )}
    </div>
  );
}

function FileControl({
  field,
  value,
  error,
  disabled,
}: ControlProps<Extract<FormField, { kind: "file" }>>) {
  const t = useMessages(uiMessages);
  return (
    <label className={styles.file}>
      <span>{field.label}</span>
      <input
        type="file"
        accept={field.accept}
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) field.onFile(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <span className={styles.fileName}>{textOf(value) || t.noFile}</span>
      {error !== null && <Problem error={error} />}
    </label>
  );
}

function Pairs({ field, value, error, disabled, onChange }: ControlProps) {
  const t = useMessages(uiMessages);
  const pairs: readonly (readonly [string, string])[] = Object.entries(
    (value ?? {}) as Readonly<Record<string, string>>,
  );
  const write = (next: readonly (readonly [string, string])[]) =>
    onChange(Object.fromEntries(next));
  const replace = (at: number, pair: readonly [string, string]) =>
    write(pairs.map((one, index) => (index === at ? pair : one)));
  return (
    <fieldset className={styles.checks} aria-label={field.label}>
      {pairs.map(([name, text], at) => (
        <div key={at} className={styles.pair}>
          <TextField
            label={t.pairName}
            hideLabel
            disabled={disabled}
            value={name}
            onChange={(next) => replace(at, [next, text])}
          />
          <TextField
            label={t.pairValue}
            hideLabel
            disabled={disabled}
            value={text}
            onChange={(next) => replace(at, [name, next])}
          />
          <IconButton
            label={t.removeOne(name)}
            icon={<IconTrash />}
            idle={disabled}
            onClick={() => write(pairs.filter((_pair, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        disabled={disabled || pairs.some(([name]) => name === "")}
        onClick={() => write([...pairs, ["", ""]])}
      >
        {t.addPair}
      </Button>
      {error !== null && <Problem error={error} />}
    </fieldset>
  );
}
