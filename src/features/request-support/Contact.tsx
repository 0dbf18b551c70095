import { useUnit } from "effector-react";
import { DOCS_PATH } from "#events/policy/docs.ts";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { $contact } from "./contact.ts";

/** Where help is found besides: the documentation, and the people by mail and telephone. */
export function Contact() {
  const contact = useUnit($contact);
  return (
    <Panel title="Other ways to get help">
      <DescriptionList
        items={[
          {
            term: "Documentation",
            detail: (
              <Link href={DOCS_PATH} external>
                Docs Site
              </Link>
            ),
          },
          ...(contact?.email
            ? [{ term: "E-mail", detail: <a href={`mailto:${contact.email}`}>{contact.email}</a> }]
            : []),
          ...(contact?.phone
            ? [
                {
                  term: "Telephone",
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
