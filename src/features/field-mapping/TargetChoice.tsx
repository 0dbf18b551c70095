import { EXTENSION } from "#events/rules/mappings/fields.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { mappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { attributeName } from "./rules.ts";

interface ChoiceProps {
  readonly all: FieldMapping;
  readonly label: string;
  readonly value: string | null;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (id: string | null) => void;
  /** The choice of no field; without it, one must be chosen. */
  readonly noneLabel?: string;
}

const idOf = (text: string) => (text === "" ? null : text);

/** A field of identities: a known one, or an additional attribute by its name. */
export function FieldChoice({
  all: { fields },
  value,
  onChange,
  error,
  noneLabel,
  ...look
}: ChoiceProps) {
  const t = useMessages(mappingMessages);
  const isKnown = value === null || fields.some(({ id }) => id === value);
  const isExtension = value?.startsWith(EXTENSION) === true;
  return (
    <>
      <SelectField
        {...look}
        error={isExtension ? null : error}
        reserveMessage
        required={noneLabel === undefined}
        value={isKnown ? (value ?? "") : EXTENSION}
        onChange={(id) => onChange(idOf(id))}
        options={[
          { value: "", label: noneLabel ?? t.choose },
          ...fields.map(({ id, name, required }) => ({
            value: id,
            label: required ? t.requiredField(name) : name,
          })),
          { value: EXTENSION, label: t.otherAttribute },
        ]}
      />
      {isExtension && !(isKnown && look.disabled) && (
        <TextField
          label={t.extensionName}
          error={error}
          reserveMessage
          required
          disabled={look.disabled}
          value={value.slice(EXTENSION.length)}
          onChange={(name) => onChange(`${EXTENSION}${name}`)}
        />
      )}
    </>
  );
}

/** An attribute of accounts: a discovered one, or any while none are known. */
export function AttributeChoice({
  all: {
    resourceSchema: { items },
  },
  value,
  onChange,
  noneLabel,
  onlyWritable = false,
  ...look
}: ChoiceProps & { readonly onlyWritable?: boolean }) {
  const t = useMessages(mappingMessages);
  const field = { ...look, reserveMessage: true, required: noneLabel === undefined };
  if (items.length === 0) {
    return (
      <TextField
        {...field}
        description={t.attributesUnknown}
        value={value ?? ""}
        onChange={(text) => onChange(idOf(text))}
      />
    );
  }
  const isMissing = value !== null && !items.some(({ id }) => id === value);
  return (
    <SelectField
      {...field}
      value={value ?? ""}
      onChange={(id) => onChange(idOf(id))}
      options={[
        { value: "", label: noneLabel ?? t.choose },
        ...(isMissing ? [{ value, label: t.missingAttribute(value) }] : []),
        ...items.map(({ id, writable, required }) => {
          const name = attributeName(id, items);
          const isOff = onlyWritable && !writable;
          return {
            value: id,
            label: isOff ? t.readOnlyAttribute(name) : required ? t.requiredField(name) : name,
            disabled: isOff,
          };
        }),
      ]}
    />
  );
}
