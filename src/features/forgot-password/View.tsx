import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
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
  const text = useRef<HTMLParagraphElement>(null);
  // Focus was in the form, which has unmounted.
  useEffect(() => text.current?.closest("main")?.focus(), []);
  return (
    <AuthFrame title={t.lookIntoMail}>
      <p ref={text} role="status">
        {t.sent.before}
        <strong>{to}</strong>
        {t.sent.after}
      </p>
      <Link className={buttonClass("secondary")} href="/">
        {t.back}
      </Link>
    </AuthFrame>
  );
}
