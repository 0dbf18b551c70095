import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { signOutRequest } from "../session/index.ts";
import { retryLogout } from "./model.ts";
import { logoutWords } from "./words.ts";
import styles from "./View.module.css";

export function View() {
  const words = useWords(logoutWords);
  const say = useSay();
  const { request, retry } = useUnit({ request: signOutRequest.$request, retry: retryLogout });
  if (request.failure === null) {
    return (
      <AuthFrame title={words.signingOut} context={words.what}>
        <div className={styles.waiting}>
          <Spinner label={words.wait} />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={words.notSignedOut}>
      <Alert severity="error" title={words.failed} live>
        {say(request.failure.message)}
      </Alert>
      <p>{words.stillOpen}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => retry({})}>
          {words.again}
        </Button>
        <Link className={buttonClass("secondary")} href={toDashboard()}>
          {words.back}
        </Link>
      </div>
    </AuthFrame>
  );
}
