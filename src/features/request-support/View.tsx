import { IconChevronRight } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import {
  MESSAGE_MAX_LENGTH,
  SUPPORT_TOPICS,
  type SupportRequest,
} from "#events/entities/supportRequest.ts";
import { $now } from "../../kernel/clock.ts";
import { usePart } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { toDashboard } from "../dashboard/index.ts";
import { $appInfo } from "../../data/session/index.ts";
import { Contact } from "./Contact.tsx";
import {
  $form,
  $requests,
  $sent,
  changeRequest,
  pageRequests,
  requestSupportCall,
  retryRequests,
  submitRequest,
} from "./model.ts";
import { readTopic, TOPIC_OPTIONS } from "./rules.ts";
import { requestMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(requestMessages);
  const { supportRequestsUrl, requestFormUrl } = useUnit($appInfo);
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.title}
        breadcrumbs={[{ label: t.dashboard, href: toDashboard() }, { label: t.title }]}
        context={t.toWhom}
        actions={
          <>
            {requestFormUrl !== null && (
              <Link href={requestFormUrl} external className={buttonClass()}>
                {t.requestForm}
              </Link>
            )}
            {supportRequestsUrl !== null && (
              <Link href={supportRequestsUrl} external className={buttonClass()}>
                {t.follow}
              </Link>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        <RequestPanel />
        <RequestsPanel />
        <Contact />
      </div>
    </div>
  );
}

function RequestPanel() {
  const t = useMessages(requestMessages);
  const say = useSay();
  const { form, status, sent, change, submit } = useUnit({
    form: $form,
    status: requestSupportCall.$status,
    sent: $sent,
    change: changeRequest,
    submit: submitRequest,
  });
  return (
    <Panel title={t.newRequest}>
      <Form className={styles.form} label={t.newRequest} onSubmit={() => submit({})}>
        {sent !== null && (
          <Alert severity="success" title={t.sent} live>
            {t.keptAs(sent.subject, sent.id)}
          </Alert>
        )}
        {form.failure !== null && (
          <Alert severity="error" title={t.notSent} live>
            {t.stillHere(say(form.failure.message))}
          </Alert>
        )}
        <SelectField
          className={styles.topic}
          label={t.about}
          options={TOPIC_OPTIONS.map(({ value, label }) => ({ value, label: say(label) }))}
          value={form.values.topic}
          onChange={(value) => change({ topic: readTopic(value) })}
        />
        <TextField
          label={t.subject}
          required
          reserveMessage
          value={form.values.subject}
          error={form.problems.subject ?? null}
          onChange={(subject) => change({ subject })}
        />
        <TextArea
          label={t.message}
          description={t.messageHint}
          required
          reserveMessage
          maxLength={MESSAGE_MAX_LENGTH}
          value={form.values.message}
          error={form.problems.message ?? null}
          onChange={(message) => change({ message })}
        />
        <Button type="submit" variant="primary" busy={status === "InProgress"}>
          {t.send}
        </Button>
      </Form>
    </Panel>
  );
}

function Message({ id, subject, message }: SupportRequest) {
  const { open, onOpenChange } = usePart(`requestSupport/${id}`);
  return (
    <details
      className={styles.request}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== open) onOpenChange(currentTarget.open);
      }}
    >
      <summary>
        <IconChevronRight size={16} className={styles.chevron} aria-hidden="true" />
        {subject}
      </summary>
      <p>{message}</p>
    </details>
  );
}

function RequestsPanel() {
  const t = useMessages(requestMessages);
  const say = useSay();
  const { requests, now, page, retry } = useUnit({
    requests: $requests,
    now: $now,
    page: pageRequests,
    retry: retryRequests,
  });
  const columns: ReadonlyArray<Column<SupportRequest>> = [
    {
      id: "subject",
      header: t.subject,
      cell: (request) => <Message {...request} />,
    },
    {
      id: "topic",
      header: t.columns.topic,
      cell: ({ topic }) => say(SUPPORT_TOPICS[topic]),
      width: "28%",
      priority: 2,
    },
    {
      id: "username",
      header: t.columns.username,
      cell: ({ username }) => username,
      width: "16%",
      priority: 2,
    },
    {
      id: "createdAt",
      header: t.columns.createdAt,
      cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} />,
      width: "140px",
    },
  ];
  const isReady = requests.status === "Success";
  return (
    <Panel title={t.sentRequests} flush>
      <DataTable
        label={t.sentRequests}
        columns={columns}
        rows={requests.items}
        rowKey={({ id }) => id}
        status={requests.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
        failedText={t.listFailed(say(requests.failure?.message ?? ""))}
        onRetry={() => retry({})}
        loadingRows={3}
        emptyText={useMessages(uiMessages).noRecords}
      />
      {requests.page.totalPages > 1 && (
        <Pagination
          label={t.pages}
          page={requests.page.number}
          totalPages={requests.page.totalPages}
          totalElements={requests.page.totalElements}
          onPage={(next) => page({ page: next })}
        />
      )}
    </Panel>
  );
}
