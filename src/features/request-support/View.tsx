import { useUnit } from "effector-react";
import type { FormEvent } from "react";
import {
  MESSAGE_MAX_LENGTH,
  SUPPORT_TOPICS,
  type SupportRequest,
} from "#events/entities/supportRequest.ts";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { $appInfo, isToldByScreen } from "../session/index.ts";
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
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { uiWords } from "../../ui/words.ts";
import styles from "./View.module.css";

export function View() {
  const { supportRequestsUrl, requestFormUrl } = useUnit($appInfo);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Support Request"
        context="To the people who run Provision for you"
        actions={
          <>
            {requestFormUrl !== null && (
              <Link href={requestFormUrl} external className={buttonClass()}>
                Request form
              </Link>
            )}
            {supportRequestsUrl !== null && (
              <Link href={supportRequestsUrl} external className={buttonClass()}>
                Follow requests
              </Link>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        <RequestPanel />
        <RequestsPanel />
      </div>
    </div>
  );
}

function RequestPanel() {
  const { form, request, sent, change, submit } = useUnit({
    form: $form,
    request: requestSupportCall.$request,
    sent: $sent,
    change: changeRequest,
    submit: submitRequest,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({});
  };
  return (
    <Panel title="New request">
      <form className={styles.form} onSubmit={send} noValidate aria-label="New request">
        {sent !== null && (
          <Alert severity="success" title="Your request was sent" collapsible={false} live>
            “{sent.subject}” is kept under the number {sent.id}.
          </Alert>
        )}
        {request.failure !== null && isToldByScreen(request.failure) && (
          <Alert severity="error" title="Your request was not sent" collapsible={false} live>
            What you wrote is still here. {request.failure.message}
          </Alert>
        )}
        <SelectField
          className={styles.topic}
          label="What is it about?"
          options={TOPIC_OPTIONS}
          value={form.topic}
          onChange={(value) => change({ topic: readTopic(value) })}
        />
        <TextField
          label="Subject"
          required
          reserveMessage
          value={form.subject}
          error={form.problems.subject}
          onChange={(subject) => change({ subject })}
        />
        <TextArea
          label="Message"
          description="What you did, what happened, and what you expected. No passwords, please."
          required
          reserveMessage
          maxLength={MESSAGE_MAX_LENGTH}
          value={form.message}
          error={form.problems.message}
          onChange={(message) => change({ message })}
        />
        <Button type="submit" variant="primary" busy={request.status === "InProgress"}>
          Send request
        </Button>
      </form>
    </Panel>
  );
}

function RequestsPanel() {
  const { requests, now, page, retry } = useUnit({
    requests: $requests,
    now: $now,
    page: pageRequests,
    retry: retryRequests,
  });
  const columns: ReadonlyArray<Column<SupportRequest>> = [
    {
      id: "subject",
      header: "Subject",
      cell: ({ subject, message }) => (
        <details className={styles.request}>
          <summary>{subject}</summary>
          <p>{message}</p>
        </details>
      ),
    },
    {
      id: "topic",
      header: "About",
      cell: ({ topic }) => SUPPORT_TOPICS[topic],
      width: "28%",
      priority: 2,
    },
    {
      id: "username",
      header: "From",
      cell: ({ username }) => username,
      width: "16%",
      priority: 2,
    },
    {
      id: "createdAt",
      header: "Sent",
      cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} />,
      width: "140px",
    },
  ];
  const isReady = requests.status === "Success";
  return (
    <Panel title="Requests that were sent" flush>
      <DataTable
        label="Requests that were sent"
        columns={columns}
        rows={requests.items}
        rowKey={({ id }) => id}
        status={requests.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
        failedText={`The requests could not be loaded. ${requests.failure?.message ?? ""}`}
        onRetry={() => retry({})}
        loadingRows={3}
        emptyText={useWords(uiWords).noRecords}
      />
      {requests.page.totalPages > 1 && (
        <Pagination
          label="Pages of requests"
          page={requests.page.number}
          totalPages={requests.page.totalPages}
          totalElements={requests.page.totalElements}
          onPage={(next) => page({ page: next })}
        />
      )}
    </Panel>
  );
}
