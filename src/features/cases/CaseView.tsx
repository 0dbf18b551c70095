import { useUnit } from "effector-react";
import { CASE_STATES, COMMENT_MAX_LENGTH, type CaseDetail } from "#events/entities/case.ts";
import { isMissing } from "../../kernel/calls.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { useForm } from "../../panels/useUnits.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PlainText } from "../../ui/PlainText.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toAccessRole } from "../access-roles/index.ts";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { EntitlementLink } from "../holders/index.ts";
import { toIdentityReport } from "../identities/index.ts";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { caseMessages } from "./messages.ts";
import { $case, caseForm, commentForm, retryCase } from "./model.ts";
import { OwnerField } from "./OwnerField.tsx";
import { casesRoute } from "./route.ts";
import { aboutText } from "./texts.ts";
import styles from "./cases.module.css";

/** One case: who takes care of it, until when, and what was said. */
export function View() {
  const t = useMessages(caseMessages);
  const { found, retry } = useUnit({ found: $case, retry: retryCase });
  if (found.status === "failed") {
    const missing = isMissing(found.failure);
    return (
      <div className={styles.detail}>
        <PageHeader title={missing ? t.missing : t.failed} />
        <NotLoaded
          failure={found.failure}
          missing={t.missingWhy}
          failed={t.failed}
          back={{ href: casesRoute.path, label: t.back }}
          onRetry={() => retry({})}
        />
      </div>
    );
  }
  const { value } = found;
  if (value === null) {
    return (
      <div className={styles.detail}>
        <PageHeader title={<TitleSkeleton label={t.loading} />} />
        <Skeleton height={320} />
      </div>
    );
  }
  return (
    <div className={styles.detail}>
      <PageHeader
        title={value.subject}
        context={
          <span>
            {t.kinds[value.kind]} · <About of={value} /> · {t.openedBy(value.createdBy)}
          </span>
        }
        actions={<SubjectLink of={value} />}
      />
      <Details />
      <Comments comments={value.comments} />
    </div>
  );
}

/** Leads to the person or the org. */
function SubjectLink({ of: { identityOid, orgOid = null } }: { readonly of: CaseDetail }) {
  const t = useMessages(caseMessages);
  const secondary = buttonClass("secondary");
  if (identityOid !== null) {
    return (
      <Link className={secondary} href={toIdentityReport(identityOid)}>
        {t.report}
      </Link>
    );
  }
  if (orgOid === null) return null;
  return (
    <Link className={secondary} href={toRoleMappingDetail(orgOid)}>
      {t.org}
    </Link>
  );
}

/** The entitlement or access role with its resource, or the resource of an account. */
function About({ of }: { readonly of: CaseDetail }) {
  const { roleOid, entitlementName, resourceName, isAccessRole = false } = of;
  if (roleOid === null || entitlementName === null) return aboutText(of);
  return (
    <>
      {isAccessRole ? (
        <Link href={toAccessRole(roleOid)}>{entitlementName}</Link>
      ) : (
        <EntitlementLink roleOid={roleOid} name={entitlementName} />
      )}
      {resourceName && ` · ${resourceName}`}
    </>
  );
}

function Details() {
  const t = useMessages(caseMessages);
  const form = useForm(caseForm);
  if (form === null) return null;
  return (
    <FormPanel
      label={t.details}
      form={form}
      failedTitle={t.notSaved}
      sections={[
        {
          title: t.details,
          fields: [
            {
              name: "state",
              kind: "select",
              label: t.state,
              options: CASE_STATES.map((state) => ({ value: state, label: t.filters[state] })),
              half: true,
            },
            { name: "dueOn", kind: "date", label: t.columns.dueOn, half: true },
            {
              name: "ownerId",
              kind: "custom",
              label: t.columns.owner,
              render: () => <OwnerField form={form} />,
            },
          ],
        },
      ]}
    />
  );
}

function Comments({ comments }: Pick<CaseDetail, "comments">) {
  const t = useMessages(caseMessages);
  const { moment } = useFormats();
  const form = useForm(commentForm);
  return (
    <Panel title={t.comments}>
      <div className={styles.detail}>
        {comments.length === 0 && <p className={styles.muted}>{t.noComments}</p>}
        <ol className={styles.comments} aria-label={t.comments}>
          {comments.map(({ id, at, author, text }) => (
            <li key={id}>
              <p className={styles.muted}>
                {author} · {moment(Date.parse(at))}
              </p>
              <PlainText text={text} />
            </li>
          ))}
        </ol>
        {form !== null && (
          <FormPanel
            label={t.addComment}
            form={form}
            submitLabel={t.addComment}
            failedTitle={t.notAdded}
            sections={[
              {
                fields: [
                  {
                    name: "text",
                    kind: "textarea",
                    label: t.comment,
                    maxLength: COMMENT_MAX_LENGTH,
                    required: true,
                  },
                ],
              },
            ]}
          />
        )}
      </div>
    </Panel>
  );
}
