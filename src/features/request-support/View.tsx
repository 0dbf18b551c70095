import { useUnit } from "effector-react";
import {
  MESSAGE_MAX_LENGTH,
  SUPPORT_TOPICS,
  type SupportRequest,
  type SupportTopic,
} from "#events/entities/supportRequest.ts";
import { docsPath } from "#events/rules/docs.ts";
import { $appInfo } from "../../data/session/index.ts";
import { $now } from "../../kernel/clock.ts";
import { $locale } from "../../kernel/language.ts";
import { useForm, useList, useOpenRow } from "../../panels/useUnits.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { Choice } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toSupport } from "../event-log/index.ts";
import { $attachedLog, $isDownloading, downloadLog, type AttachedLog } from "./logs.ts";
import { requestMessages, type RequestMessages } from "./messages.ts";
import { $contact, $isMailed, $sent, requestForm, requestList } from "./model.ts";
import styles from "./View.module.css";

const TOPICS = Object.keys(SUPPORT_TOPICS) as SupportTopic[];

export function View() {
  const t = useMessages(requestMessages);
  const { supportRequestsUrl, requestFormUrl } = useUnit($appInfo);
  const links = [
    { url: requestFormUrl, label: t.requestForm },
    { url: supportRequestsUrl, label: t.follow },
  ].flatMap(({ url, label }) => (url === null ? [] : [{ url, label }]));
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.title}
        context={t.context}
        actions={links.map(({ url, label }) => (
          <Link key={label} href={url} external className={buttonClass()}>
            {label}
          </Link>
        ))}
      />
      <Panel title={t.newRequest}>
        <RequestForm />
      </Panel>
      <Panel title={t.sentRequests} flush>
        <Requests />
      </Panel>
      <Panel title={t.otherHelp}>
        <OtherHelp />
      </Panel>
    </div>
  );
}

function RequestForm() {
  const t = useMessages(requestMessages);
  const form = useForm(requestForm);
  const translate = useTranslate();
  const { sent, isMailed, log, contact } = useUnit({
    sent: $sent,
    isMailed: $isMailed,
    log: $attachedLog,
    contact: $contact,
  });
  const logDays = contact.value?.logDays;
  if (form === null) return null;
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
              options: TOPICS.map((value) => ({ value, label: t.topics[value] })),
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
            {
              name: "attachLog",
              kind: "checkbox",
              label: t.attachLog,
              description: logDays ? `${t.logContains} ${t.logKept(logDays)}` : t.logContains,
            },
            ...(form.values["attachLog"] === true
              ? [
                  {
                    name: "logSession",
                    kind: "select" as const,
                    label: t.whichSession,
                    description: log.failure ? translate(log.failure) : describeFile(log, t),
                    options: sessionChoices(log, t),
                  },
                ]
              : []),
          ],
        },
      ]}
    />
  );
}

function describeFile({ packed }: AttachedLog, t: RequestMessages): string {
  return packed ? t.packed(packed.events, packed.bytes) : t.packing;
}

/** The first session, which is taken unless another is chosen, has an empty value. */
function sessionChoices({ sessions }: AttachedLog, t: RequestMessages): readonly Choice[] {
  if (sessions === null || sessions.length === 0) return [{ value: "", label: t.ownSession }];
  return sessions.map(({ id, from, events, failures, isOwn }, at) => ({
    value: at === 0 ? "" : id,
    label: t.session(from, events, failures?.count ?? 0, isOwn),
  }));
}

function Requests() {
  const t = useMessages(requestMessages);
  const list = useList(requestList);
  const { isOpen, row: opened, onOpen, onClose } = useOpenRow(requestList);
  const { now, isDownloading, download } = useUnit({
    now: $now,
    isDownloading: $isDownloading,
    download: downloadLog,
  });
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
          {
            id: "logSize",
            header: t.log,
            width: 140,
            cell: ({ logSize }) => (logSize === undefined ? "–" : t.logSize(logSize)),
            priority: 3,
          },
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
        cancelLabel={t.close}
      >
        <p className={styles.message}>{opened?.message}</p>
        {opened?.logSize !== undefined && (
          <Button busy={isDownloading} onClick={() => download({ requestId: opened.id })}>
            {t.downloadLog(opened.logSize)}
          </Button>
        )}
      </Modal>
    </>
  );
}

/** Besides the request form: the event log, the documentation, and contact details. */
function OtherHelp() {
  const t = useMessages(requestMessages);
  const { contact, language } = useUnit({ contact: $contact, language: $locale });
  const { email = null, phone = null } = contact.value ?? {};
  return (
    <DescriptionList
      items={[
        { term: t.eventLog, detail: <Link href={toSupport()}>{t.exportLog}</Link> },
        {
          term: t.documentation,
          detail: (
            <Link href={docsPath(language)} external>
              {t.docsSite}
            </Link>
          ),
        },
        ...(email === null
          ? []
          : [{ term: t.email, detail: <a href={`mailto:${email}`}>{email}</a> }]),
        ...(phone === null
          ? []
          : [
              {
                term: t.phone,
                detail: <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>,
              },
            ]),
      ]}
    />
  );
}
