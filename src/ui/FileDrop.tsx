import { IconUpload } from "@tabler/icons-react";
import { useRef, useState, type DragEvent } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./FileDrop.module.css";

/** A drop zone for one file, with a button that chooses one. */
export function FileDrop({
  label,
  hint,
  accept,
  busy,
  onFile,
  hasMany,
  onMany,
}: {
  /** The button's label. */
  label: string;
  hint: string;
  /** Like the attribute of a file input. A dropped file may still be of any type. */
  accept: string;
  busy: boolean;
  onFile: (file: File) => void;
  /** Whether several files were dropped, of which none is accepted. */
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
