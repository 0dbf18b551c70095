import { useUnit } from "effector-react";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button } from "../../ui/Button.tsx";
import { Divider } from "../../ui/Divider.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { $secondStep, verifyPasskeyCall } from "../../data/session/index.ts";
import { loginRoute } from "../login/index.ts";
import { secondFactorMessages } from "./messages.ts";
import { PasskeyAlert } from "./PasskeyAlert.tsx";
import { SetUp } from "./SetUp.tsx";
import { challengeCall, codeForm, wantPasskeySignIn } from "./signIn.ts";
import styles from "./View.module.css";

/** The second step of a sign-in. */
export function View() {
  const t = useMessages(secondFactorMessages);
  const step = useUnit($secondStep);
  if (step === null) {
    return (
      <AuthFrame title={t.secondStep}>
        <Alert severity="info" title={t.notSignedIn}>
          {t.over}
        </Alert>
        <Link href={loginRoute.path}>{t.back}</Link>
      </AuthFrame>
    );
  }
  if (step.enrols) {
    return (
      <AuthFrame title={t.setUpFirst} context={t.setUpWhat}>
        <div className={styles.setUpFirst}>
          <SetUp />
        </div>
        <Link href={loginRoute.path}>{t.back}</Link>
      </AuthFrame>
    );
  }
  const hasApp = step.kinds.includes("totp");
  return (
    <AuthFrame title={t.secondStep}>
      {hasApp ? <Code hasApp /> : <Passkey variant="primary" />}
      {step.kinds.length > 1 || !hasApp ? <Divider>{t.or}</Divider> : null}
      {!hasApp && <Code hasApp={false} />}
      {hasApp && step.kinds.includes("passkey") && <Passkey variant="secondary" />}
      <p className={styles.lost}>{t.lost}</p>
      <Link href={loginRoute.path}>{t.back}</Link>
    </AuthFrame>
  );
}

function Code({ hasApp }: { readonly hasApp: boolean }) {
  const t = useMessages(secondFactorMessages);
  const form = useForm(codeForm);
  if (form === null) return null;
  return (
    <FormPanel
      label={t.secondStep}
      form={form}
      failedTitle={t.notSignedIn}
      submitLabel={t.signIn}
      notice={<p className={styles.what}>{hasApp ? t.enterCode : t.enterRecoveryCode}</p>}
      sections={[
        {
          fields: [
            {
              name: "code",
              kind: "text",
              label: hasApp ? t.code : t.recoveryCode,
              required: true,
              autoComplete: "one-time-code",
              autoFocus: hasApp,
            },
          ],
        },
      ]}
    />
  );
}

function Passkey({ variant }: { readonly variant: "primary" | "secondary" }) {
  const t = useMessages(secondFactorMessages);
  const { challenge, verify, want } = useUnit({
    challenge: challengeCall.$request,
    verify: verifyPasskeyCall.$request,
    want: wantPasskeySignIn,
  });
  return (
    <div className={styles.stack}>
      <PasskeyAlert title={t.notSignedIn} failure={challenge.failure ?? verify.failure} />
      <Button
        variant={variant}
        busy={challenge.status === "InProgress" || verify.status === "InProgress"}
        onClick={() => want({})}
      >
        {t.usePasskey}
      </Button>
    </div>
  );
}
