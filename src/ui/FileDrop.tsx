import { IconUpload } from "@tabler/icons-react";
import { useRef, useState, type DragEvent } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./FileDrop.module.css";

/** A place to drop one file, with a button that chooses one. */
export function FileDrop({
  label,
  hint,
  accept,
  busy,
  onFile,
  hasMany,
  onMany,
}: {
  /** Of the button. */
  label: string;
  hint: string;
  /** As of an input of files. What is dropped may be anything all the same. */
  accept: string;
  busy: boolean;
  onFile: (file: File) => void;
  /** Whether several were dropped at once, of which none is taken. */
  hasMany: boolean;
  onMany: (hasMany: boolean) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const t = useMessages(uiMessages);
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    if (others.length > 0 !== hasMany) onMany(!hasMany);
    if (file && others.length === 0 && !busy) onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={cx(styles.place, isOver && styles.over)}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button busy={busy} icon={<IconUpload size={16} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span className={styles.hint} role="status">
        {hasMany ? t.oneFile : hint}
      </span>
    </div>
  );
}
