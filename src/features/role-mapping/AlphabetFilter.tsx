import { useRef, type KeyboardEvent } from "react";
import { ALL_ORGS } from "#events/rules/orgQuery.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useMinWidth } from "../../ui/useMedia.ts";
import { LETTERS, letterAfter } from "./letters.ts";
import { roleMappingMessages } from "./messages.ts";
import styles from "./ListView.module.css";

/** The letter filter of org names: one tab stop, arrow keys between the letters. */
export function AlphabetFilter({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (letter: string) => void;
}) {
  const t = useMessages(roleMappingMessages);
  const isWide = useMinWidth(900);
  const bar = useRef<HTMLDivElement>(null);
  const letters = LETTERS.includes(value) ? LETTERS : [...LETTERS, value];

  if (!isWide) {
    return (
      <SelectField
        label={t.startWith}
        hideLabel
        value={value}
        onChange={onChoose}
        options={letters.map((letter) => ({
          value: letter,
          label: letter === ALL_ORGS ? t.allOrgs : t.startsWith(letter),
        }))}
        className={styles.letterSelect}
      />
    );
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === event.target);
    const next = buttons[letterAfter(event.key, at, buttons.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t.startWith}
      className={styles.letters}
      onKeyDown={move}
    >
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          className={styles.letter}
          aria-pressed={letter === value}
          tabIndex={letter === value ? 0 : -1}
          onClick={() => onChoose(letter)}
        >
          {letter === ALL_ORGS ? t.allOrgs : letter}
        </button>
      ))}
    </div>
  );
}
