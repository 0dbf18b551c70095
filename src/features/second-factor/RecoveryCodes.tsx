import { IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { secondFactorMessages } from "./messages.ts";
import { $recoveryCodes, $taken, keepCodes, takeCodes } from "./recoveryCodes.ts";
import styles from "./RecoveryCodes.module.css";

/** The recovery codes, shown once: to copy, to save as a file, or to print. */
export function RecoveryCodes() {
  const t = useMessages(secondFactorMessages);
  const { codes, taken, keep, take } = useUnit({
    codes: $recoveryCodes,
    taken: $taken,
    keep: keepCodes,
    take: takeCodes,
  });
  // Not the button that closes the dialog, because pressing Enter twice would lose the codes.
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={codes !== null}
      onClose={() => keep({})}
      title={t.codesTitle}
      description={t.codesWhat}
      continueLabel={t.codesKept}
      onContinue={() => keep({})}
      cancelLabel={null}
      initialFocus={first}
      persistent
    >
      <div className={styles.sheet}>
        <p className={styles.heading}>{t.codesPrinted}</p>
        <ul className={styles.codes} aria-label={t.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Button
          ref={first}
          size="small"
          icon={<IconCopy size={16} />}
          onClick={() => take({ how: "copied" })}
        >
          {t.copy}
        </Button>
        <Button
          size="small"
          icon={<IconDownload size={16} />}
          onClick={() => take({ how: "saved" })}
        >
          {t.download}
        </Button>
        <Button
          size="small"
          icon={<IconPrinter size={16} />}
          onClick={() => take({ how: "printed" })}
        >
          {t.print}
        </Button>
        <span className={styles.taken} role="status">
          {taken && (taken.isDone ? t.taken[taken.how] : t.notTaken[taken.how])}
        </span>
      </div>
    </Modal>
  );
}
