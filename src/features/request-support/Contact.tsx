import { useUnit } from "effector-react";
import { docsPath } from "#events/rules/docs.ts";
import { $locale } from "../../kernel/language.ts";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toSupport } from "../event-log/index.ts";
import { $contact } from "./contact.ts";
import { requestMessages } from "./messages.ts";

/** What helps besides: what the log holds of an error, the documentation, and the people by mail and telephone. */
export function Contact() {
  const t = useMessages(requestMessages);
  const { contact, language } = useUnit({ contact: $contact, language: $locale });
  return (
    <Panel title={t.others}>
      <DescriptionList
        items={[
          {
            term: t.eventLog,
            detail: <Link href={toSupport()}>{t.exportLog}</Link>,
          },
          {
            term: t.documentation,
            detail: (
              <Link href={docsPath(language)} external>
                {t.docsSite}
              </Link>
            ),
          },
          ...(contact?.email
            ? [
                {
                  term: t.email,
                  detail: <a href={`mailto:${contact.email}`}>{contact.email}</a>,
                },
              ]
            : []),
          ...(contact?.phone
            ? [
                {
                  term: t.phone,
                  detail: (
                    <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, "")}`}>{contact.phone}</a>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}
