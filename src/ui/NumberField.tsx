import { NumberField as BaseNumberField } from "@base-ui/react/number-field";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useState, type FocusEvent, type KeyboardEvent } from "react";
import { cx } from "./cx.ts";
import { FieldFrame, useField, type FieldLook } from "./FieldFrame.tsx";
import type { Language } from "./language/catalogue.ts";
import { useLanguage, useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages, type UiMessages } from "./messages.ts";
import styles from "./Field.module.css";

export type NumberFieldProps = FieldLook & {
  id?: string;
  value: number | null;
  /** Every change, also while typing and stepping; the value is within the limits, or null if empty. */
  onChange: (value: number | null) => void;
  /** The end of a change: blur, Enter, or the release of a stepper button. */
  onCommit?: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** A suffix after the number, such as "%". */
  unit?: string;
  /** Shows stepper buttons. */
  steppers?: boolean;
  /** Explains a clamped number beside the field; reserve space for it there. */
  tellsLimits?: boolean;
  name?: string;
  required?: boolean;
  disabled?: boolean;
};

/** A number field: arrows step by `step`, and Shift with arrows by ten. */
export function NumberField({
  value,
  onChange,
  onCommit,
  min,
  max,
  step = 1,
  unit,
  steppers = false,
  tellsLimits = false,
  name,
  ...field
}: NumberFieldProps) {
  const t = useMessages(uiMessages);
  const { language } = useLanguage();
  const { frame, boxClass, control, aria } = useField(field);
  const [limit, setLimit] = useState<Limit | null>(null);
  const left = (event: FocusEvent<HTMLInputElement>) => {
    const typed = numberIn(event.currentTarget.value, language);
    if (typed !== null) setLimit(limitBeyond(typed, t, min, max));
  };
  return (
    <FieldFrame {...frame}>
      <BaseNumberField.Root
        {...control}
        value={value}
        onValueChange={(next) => onChange(next)}
        onValueCommitted={(next) => onCommit?.(next)}
        min={min}
        max={max}
        step={step}
        name={name}
        locale={language}
      >
        <BaseNumberField.Group className={boxClass}>
          {steppers && (
            <BaseNumberField.Decrement
              className={styles.inset}
              aria-label={t.decrease(field.label)}
            >
              <IconMinus size={14} aria-hidden="true" />
            </BaseNumberField.Decrement>
          )}
          <BaseNumberField.Input
            className={cx(styles.input, styles.number)}
            {...aria}
            onKeyDown={commitOnEnter}
            {...(tellsLimits && { onBlur: left, onInput: () => setLimit(null) })}
          />
          {unit !== undefined && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
          {steppers && (
            <BaseNumberField.Increment
              className={styles.inset}
              aria-label={t.increase(field.label)}
            >
              <IconPlus size={14} aria-hidden="true" />
            </BaseNumberField.Increment>
          )}
          {tellsLimits && (
            <span role="status" className={styles.limit}>
              {/* A value that changed since needs no explanation. */}
              {limit !== null && limit.at === value && limit.text}
            </span>
          )}
        </BaseNumberField.Group>
      </BaseNumberField.Root>
    </FieldFrame>
  );
}

/** The number in a text as the field formats it; null if there is none. */
function numberIn(text: string, language: Language): number | null {
  const plain =
    language === "en" ? text.replaceAll(",", "") : text.replaceAll(".", "").replace(",", ".");
  const number = Number(plain.trim() || Number.NaN);
  return Number.isNaN(number) ? null : number;
}

interface Limit {
  readonly at: number;
  readonly text: string;
}

function limitBeyond(typed: number, t: UiMessages, min?: number, max?: number): Limit | null {
  if (min !== undefined && typed < min) return { at: min, text: t.lowest(min) };
  if (max !== undefined && typed > max) return { at: max, text: t.highest(max) };
  return null;
}

/** Base UI clamps a number on blur; Enter should do the same. */
function commitOnEnter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== "Enter") return;
  currentTarget.blur();
  currentTarget.focus();
  currentTarget.select();
}
