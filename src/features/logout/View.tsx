import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { signOutRequest } from "../../data/session/index.ts";
import { retryLogout } from "./model.ts";
import { logoutMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(logoutMessages);
  const translate = useTranslate();
  const { request, retry } = useUnit({ request: signOutRequest.$request, retry: retryLogout });
  if (request.failure === null) {
    return (
      <AuthFrame title={t.signingOut} context={t.what}>
        <div className={styles.waiting}>
          <Spinner label={t.wait} />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t.notSignedOut}>
      <Alert severity="error" title={t.failed} live>
        {translate(reasonOf(request.failure))}
      </Alert>
      <p>{t.stillOpen}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => retry({})}>
          {t.again}
        </Button>
        <Link className={buttonClass("secondary")} href={toDashboard()}>
          {t.back}
        </Link>
      </div>
    </AuthFrame>
  );
}
