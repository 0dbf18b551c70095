import { useUnit } from "effector-react";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { connectorMessages } from "../../panels/connector-texts/messages.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import {
  $authorizationProblem,
  $isFinishing,
  $isLeaving,
  authorize,
} from "./authorizationModel.ts";
import { configurationForm } from "./configurationModel.ts";
import { $mayUpdate } from "./place.ts";
import { setupMessages } from "./setupMessages.ts";
import styles from "./systems.module.css";

/** The administrator grants access at the provider of the system, with the saved configuration. */
export function AuthorizationPanel({
  configuration: { authorization, connectorKey, values },
}: {
  readonly configuration: SystemConfiguration;
}) {
  const t = useMessages(setupMessages);
  const texts = useMessages(connectorMessages)[connectorKey];
  const translate = useTranslate();
  const { view, isLeaving, isFinishing, problem, mayUpdate, start } = useUnit({
    view: configurationForm.$view,
    isLeaving: $isLeaving,
    isFinishing: $isFinishing,
    problem: $authorizationProblem,
    mayUpdate: $mayUpdate,
    start: authorize,
  });
  if (authorization === null) return null;
  const { fieldId, redirectUri } = authorization;
  const isGranted = values.some((one) => one.fieldId === fieldId && one.isSet);
  const isDirty = view !== null && view.changed.length > 0;
  return (
    <Panel
      title={t.access}
      context={isDirty ? t.testFirst : t.accessWhat(texts?.fields[fieldId]?.label ?? fieldId)}
      actions={
        mayUpdate && (
          <Button
            busy={isLeaving || isFinishing}
            idle={isDirty}
            variant={isGranted ? "secondary" : "primary"}
            onClick={() => start({})}
          >
            {isGranted ? t.authorizeAgain : t.authorize}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {problem !== null && (
          <Alert severity="error" title={t.notAuthorized} live>
            {problem.failure !== null
              ? translate(reasonOf(problem.failure))
              : problem.error === "access_denied"
                ? t.denied
                : t.providerError(problem.error ?? "")}
          </Alert>
        )}
        <p className={styles.line} role="status">
          {isFinishing ? (
            t.finishing
          ) : (
            <Tag tone={isGranted ? "success" : "secondary"}>
              {isGranted ? t.accessGranted : t.accessOpen}
            </Tag>
          )}
        </p>
        <DescriptionList items={[{ term: t.redirectUri, detail: redirectUri }]} />
      </div>
    </Panel>
  );
}
