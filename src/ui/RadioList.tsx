import { useId, type ReactNode } from "react";
import styles from "./RadioList.module.css";

export interface RadioOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: ReactNode;
}

/** One of a few choices, each with an explanation. */
export function RadioList<Id extends string>({
  label,
  options,
  value,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly RadioOption<Id>[];
  readonly value: Id;
  readonly disabled?: boolean;
  readonly onChange: (id: Id) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <div key={option.id} className={styles.option}>
          <input
            type="radio"
            id={`${name}-${option.id}`}
            name={name}
            className={styles.radio}
            checked={option.id === value}
            disabled={disabled}
            aria-describedby={
              option.description == null ? undefined : `${name}-${option.id}-description`
            }
            onChange={() => onChange(option.id)}
          />
          <label htmlFor={`${name}-${option.id}`} className={styles.label}>
            {option.label}
          </label>
          {option.description != null && (
            <p id={`${name}-${option.id}-description`} className={styles.description}>
              {option.description}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
