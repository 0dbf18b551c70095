import { useUnit } from "effector-react";
import { encode } from "uqr";
import { reasonOf } from "../../kernel/calls.ts";
import { useForm } from "../../panels/useUnits.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { sentence } from "../../ui/language/sentence.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { secondFactorMessages } from "./messages.ts";
import { PasskeyAlert } from "./PasskeyAlert.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import {
  $totpSetup,
  beginPasskeyCall,
  beginTotpCall,
  confirmPasskeyCall,
  totpForm,
  wantPasskey,
} from "./setUp.ts";
import styles from "./View.module.css";

/** The ways to set up a factor, their dialogs, and the recovery codes that come with the first one. */
export function SetUp() {
  const t = useMessages(secondFactorMessages);
  const { begin, confirm, toggle, want } = useUnit({
    begin: beginPasskeyCall.$request,
    confirm: confirmPasskeyCall.$request,
    toggle: totpForm.toggle,
    want: wantPasskey,
  });
  return (
    <>
      <PasskeyAlert title={t.notAdded} failure={begin.failure ?? confirm.failure} />
      <div className={styles.actions}>
        <Button onClick={() => toggle({ open: true })}>{t.addApp}</Button>
        <Button
          busy={begin.status === "InProgress" || confirm.status === "InProgress"}
          onClick={() => want({})}
        >
          {t.addPasskey}
        </Button>
      </div>
      <AppDialog />
      <RecoveryCodes />
    </>
  );
}

function AppDialog() {
  const t = useMessages(secondFactorMessages);
  const translate = useTranslate();
  const form = useForm(totpForm);
  const { setup, begin, toggle } = useUnit({
    setup: $totpSetup,
    toggle: totpForm.toggle,
    begin: beginTotpCall.$request,
  });
  if (form === null) return null;
  return (
    <FormDialog
      label={t.appTitle}
      description={t.appWhat}
      form={form}
      failedTitle={t.notAdded}
      submitLabel={t.finish}
      sections={[
        {
          fields: [
            {
              name: "secret",
              kind: "custom",
              label: t.key,
              render: () =>
                begin.failure ? (
                  <Alert
                    severity="error"
                    title={t.notAdded}
                    actions={<Button onClick={() => toggle({ open: true })}>{t.again}</Button>}
                  >
                    {sentence(translate(reasonOf(begin.failure)))}
                  </Alert>
                ) : setup ? (
                  <div className={styles.stack}>
                    <QrCode text={setup.uri} label={t.qr} />
                    <p className={styles.key}>
                      {t.key}: <code>{setup.secret.match(/.{1,4}/g)?.join(" ")}</code>
                    </p>
                  </div>
                ) : (
                  <Skeleton height={220} />
                ),
            },
            {
              name: "code",
              kind: "text",
              label: t.code,
              required: true,
              autoComplete: "one-time-code",
            },
          ],
        },
      ]}
    />
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
