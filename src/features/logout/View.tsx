import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { logoutCall } from "../session/index.ts";
import { retryLogout } from "./model.ts";
import styles from "./View.module.css";

export function View() {
  const { request, retry } = useUnit({ request: logoutCall.$request, retry: retryLogout });
  if (request.failure === null) {
    return (
      <AuthFrame title="Signing out" context="This ends your session on the server.">
        <div className={styles.waiting}>
          <Spinner label="Please wait..." />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="You are not signed out">
      <Alert severity="error" title="Signing out failed" collapsible={false} live>
        {request.failure.message}
      </Alert>
      <p>Your session may still be open on this device. Nothing else was changed.</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => retry({})}>
          Try again
        </Button>
        <Link className={buttonClass("secondary")} href={toDashboard()}>
          Back to the dashboard
        </Link>
      </div>
    </AuthFrame>
  );
}
