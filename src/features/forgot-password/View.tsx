import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import { $appInfo } from "../../data/session/index.ts";
import { useForm } from "../../panels/useUnits.ts";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { $sentTo, forgotForm } from "./model.ts";
import { forgotMessages } from "./messages.ts";

export function View() {
  const t = useMessages(forgotMessages);
  const form = useForm(forgotForm);
  const sentTo = useUnit($sentTo);
  if (sentTo !== null) return <Sent to={sentTo} />;
  if (form === null) return null;
  return (
    <AuthFrame title={t.forgot} context={t.what}>
      <FormPanel
        label={t.forgot}
        form={form}
        failedTitle={t.failed}
        submitLabel={t.send}
        sections={[
          {
            fields: [
              {
                name: "email",
                kind: "email",
                label: t.email,
                autoComplete: "email",
                autoFocus: true,
              },
            ],
          },
        ]}
      />
      <Link href="/">{t.back}</Link>
    </AuthFrame>
  );
}

function Sent({ to }: { readonly to: string }) {
  const t = useMessages(forgotMessages);
  const { emailEnabled } = useUnit($appInfo);
  const sent = emailEnabled ? t.sent : t.notSent;
  const text = useRef<HTMLParagraphElement>(null);
  // Focus was in the form, which has unmounted.
  useEffect(() => text.current?.closest("main")?.focus(), []);
  return (
    <AuthFrame title={emailEnabled ? t.lookIntoMail : t.notSentTitle}>
      <p ref={text} role="status">
        {sent.before}
        <strong>{to}</strong>
        {sent.after}
      </p>
      <Link className={buttonClass("secondary")} href="/">
        {t.back}
      </Link>
    </AuthFrame>
  );
}
