import { useUnit } from "effector-react";
import {
  MESSAGE_MAX_LENGTH,
  SUPPORT_TOPICS,
  type SupportRequest,
} from "#events/entities/supportRequest.ts";
import { docsPath } from "#events/rules/docs.ts";
import { $appInfo } from "../../data/session/index.ts";
import { $now } from "../../kernel/clock.ts";
import { $locale } from "../../kernel/language.ts";
import { useForm, useList, useOpenRow } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Page } from "../../ui/Page.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PlainText } from "../../ui/PlainText.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toSupport } from "../event-log/index.ts";
import { useLogFields, useSentLog } from "../support-log/index.ts";
import { requestMessages } from "./messages.ts";
import { $attachment, $contact, $isMailed, $sent, requestForm, requestList } from "./model.ts";

export function View() {
  const t = useMessages(requestMessages);
  const form = useForm(requestForm);
  const { supportRequestsUrl, requestFormUrl } = useUnit($appInfo);
  const links = [
    { url: requestFormUrl, label: t.requestForm },
    { url: supportRequestsUrl, label: t.follow },
  ];
  return (
    <Page
      title={t.title}
      context={t.context}
      actions={links.map(
        ({ url, label }) =>
          url !== null && (
            <Link key={label} href={url} external className={buttonClass()}>
              {label}
            </Link>
          ),
      )}
      width="narrow"
    >
      <Panel title={t.newRequest}>{form && <RequestForm form={form} />}</Panel>
      <Panel title={t.sentRequests} flush>
        <Requests />
      </Panel>
      <Panel title={t.otherHelp}>
        <OtherHelp />
      </Panel>
    </Page>
  );
}

function RequestForm({ form }: { readonly form: FormState }) {
  const t = useMessages(requestMessages);
  const { sent, isMailed, contact, log } = useUnit({
    sent: $sent,
    isMailed: $isMailed,
    contact: $contact,
    log: $attachment,
  });
  const logFields = useLogFields(form, log, contact.value?.logDays);
  return (
    <FormPanel
      label={t.newRequest}
      form={form}
      submitLabel={t.send}
      failedTitle={t.notSent}
      notice={
        sent && (
          <Alert
            severity={isMailed === false ? "warning" : "success"}
            title={isMailed === null ? t.kept : isMailed ? t.sent : t.saved}
            live
          >
            {t.reference(sent.subject, sent.id)}
          </Alert>
        )
      }
      sections={[
        {
          fields: [
            {
              name: "topic",
              kind: "select",
              label: t.about,
              options: SUPPORT_TOPICS.map((value) => ({ value, label: t.topics[value] })),
            },
            { name: "subject", kind: "text", label: t.subject, required: true },
            {
              name: "message",
              kind: "textarea",
              label: t.message,
              description: t.messageHint,
              maxLength: MESSAGE_MAX_LENGTH,
              required: true,
            },
            ...logFields,
          ],
        },
      ]}
    />
  );
}

function Requests() {
  const t = useMessages(requestMessages);
  const list = useList(requestList);
  const { isOpen, row: opened, onOpen, onClose } = useOpenRow(requestList);
  const log = useSentLog();
  const now = useUnit($now);
  return (
    <>
      <ListPanel
        label={t.sentRequests}
        list={list}
        height="own"
        rowKey={({ id }: SupportRequest) => id}
        onOpen={onOpen}
        columns={[
          { id: "subject", header: t.subject, cell: ({ subject }) => subject, grow: 2 },
          { id: "topic", header: t.topic, cell: ({ topic }) => t.topics[topic], priority: 2 },
          { id: "logSize", header: log.label, width: 140, cell: log.sizeOf, priority: 3 },
          { id: "username", header: t.from, cell: ({ username }) => username, priority: 2 },
          {
            id: "createdAt",
            header: t.sentAt,
            width: 140,
            cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} />,
          },
        ]}
      />
      <Modal
        open={isOpen}
        onClose={onClose}
        title={opened?.subject ?? ""}
        description={opened && `${opened.username} · ${t.topics[opened.topic]}`}
      >
        {opened && <PlainText text={opened.message} />}
        {opened?.logSize !== undefined && <Button {...log.downloadOf(opened)} />}
      </Modal>
    </>
  );
}

/** Besides the request form: the event log, the documentation, and contact details. */
function OtherHelp() {
  const t = useMessages(requestMessages);
  const { contact, language } = useUnit({ contact: $contact, language: $locale });
  const { email = null, phone = null } = contact.value ?? {};
  const docs = (
    <Link href={docsPath(language)} external>
      {t.docsSite}
    </Link>
  );
  const tel = phone?.replaceAll(/[^+\d]/g, "");
  return (
    <DescriptionList
      items={[
        { term: t.eventLog, detail: <Link href={toSupport()}>{t.exportLog}</Link> },
        { term: t.documentation, detail: docs },
        ...(email === null
          ? []
          : [{ term: t.email, detail: <a href={`mailto:${email}`}>{email}</a> }]),
        ...(phone === null ? [] : [{ term: t.phone, detail: <a href={`tel:${tel}`}>{phone}</a> }]),
      ]}
    />
  );
}
