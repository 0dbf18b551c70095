import { useUnit } from "effector-react";
import { Button } from "../../ui/Button.tsx";
import { Divider } from "../../ui/Divider.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $appInfo } from "../../data/session/index.ts";
import { beginCall, wantSignOn } from "./singleSignOn.ts";
import { loginMessages } from "./messages.ts";

/** Sign-in at the organisation's provider, alone or beside the password. */
export function SingleSignOn() {
  const t = useMessages(loginMessages);
  const { info, status, want } = useUnit({
    info: $appInfo,
    status: beginCall.$status,
    want: wantSignOn,
  });
  if (!info.ssoEnabled) return null;
  return (
    <>
      {info.passwordEnabled && <Divider>{t.or}</Divider>}
      <Button
        variant={info.passwordEnabled ? "secondary" : "primary"}
        // Until the browser has left the page.
        busy={status === "InProgress" || status === "Success"}
        onClick={() => want({})}
      >
        {t.singleSignOn}
      </Button>
    </>
  );
}
