import { useUnit } from "effector-react";
import { docsPath } from "#events/policy/docs.ts";
import { $spoken } from "../../kernel/language.ts";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toSupport } from "../support/index.ts";
import { $contact } from "./contact.ts";
import { requestWords } from "./words.ts";

/** What helps besides: what the log holds of an error, the documentation, and the people by mail and telephone. */
export function Contact() {
  const words = useWords(requestWords);
  const { contact, language } = useUnit({ contact: $contact, language: $spoken });
  return (
    <Panel title={words.others}>
      <DescriptionList
        items={[
          {
            term: words.eventLog,
            detail: <Link href={toSupport()}>{words.exportLog}</Link>,
          },
          {
            term: words.documentation,
            detail: (
              <Link href={docsPath(language)} external>
                {words.docsSite}
              </Link>
            ),
          },
          ...(contact?.email
            ? [
                {
                  term: words.email,
                  detail: <a href={`mailto:${contact.email}`}>{contact.email}</a>,
                },
              ]
            : []),
          ...(contact?.phone
            ? [
                {
                  term: words.phone,
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
