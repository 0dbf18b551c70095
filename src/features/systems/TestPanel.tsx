import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import { TEST_STEPS, type TestOutcome } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { detectionStatus } from "#events/rules/systems.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { Problem } from "../../panels/system-problems/Problem.tsx";
import { problemMessages } from "../../panels/system-problems/problemMessages.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import {
  $discoveryFailure,
  $isConfigured,
  $isDiscovering,
  $isTesting,
  $objectClasses,
  $refusal,
  configurationForm,
  discover,
  test,
} from "./configurationModel.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { FileFormatLine } from "./FileFormatLine.tsx";
import { $isTestPanelWanted, $mayUpdate } from "./place.ts";
import { setupMessages } from "./setupMessages.ts";
import { DetectionTag } from "./StateTags.tsx";
import styles from "./systems.module.css";

/**
 * Tests the saved configuration step by step. While it is incomplete, the button submits its form first, which marks what
 * is missing, and the test starts once the form is saved.
 */
export function TestPanel({ formId }: { readonly formId: string }) {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const { system, view, isConfigured, isTesting, isWanted, refusal, mayUpdate, run, now } = useUnit(
    {
      system: $openSystem,
      isConfigured: $isConfigured,
      view: configurationForm.$view,
      isTesting: $isTesting,
      isWanted: $isTestPanelWanted,
      refusal: $refusal,
      mayUpdate: $mayUpdate,
      run: test,
      now: $now,
    },
  );
  const button = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const isShown = system.value !== null;
  useEffect(() => {
    if (!isShown || !isWanted) return undefined;
    // A new screen scrolls to its top first.
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isShown, isWanted]);
  const wasTesting = useRef(false);
  useEffect(() => {
    // Don't move the focus if the user has left the button.
    const stays = document.activeElement === button.current;
    if (wasTesting.current && !isTesting && stays) result.current?.focus();
    wasTesting.current = isTesting;
  }, [isTesting]);
  if (system.value === null) return null;
  const { test: outcome, testedAt } = system.value;
  const isDirty = view !== null && view.changed.length > 0;
  return (
    <Panel
      title={t.testTitle}
      context={isDirty ? t.testFirst : t.testWhat}
      actions={
        mayUpdate && (
          <Button
            ref={button}
            busy={isTesting}
            idle={isDirty}
            onClick={() => run({})}
            {...(isConfigured === false && { type: "submit", form: formId })}
          >
            {t.testNow}
          </Button>
        )
      }
    >
      <div
        ref={result}
        className={styles.stack}
        tabIndex={-1}
        role="group"
        aria-label={t.testTitle}
      >
        {refusal !== null && (
          <Alert severity="error" title={t.testRefused} live>
            {translate(reasonOf(refusal))}
          </Alert>
        )}
        <p className={styles.line} role="status">
          <DetectionTag status={detectionStatus(system.value)} />
          {testedAt === null ? (
            t.untested
          ) : outcome === null ? (
            t.changedSince
          ) : (
            <RelativeTime at={Date.parse(testedAt)} now={now} />
          )}
        </p>
        {outcome && <Outcome outcome={outcome} />}
        <FileFormatLine />
      </div>
    </Panel>
  );
}

function Outcome({ outcome: { passed, failure } }: { readonly outcome: TestOutcome }) {
  const t = useMessages(setupMessages);
  const { steps } = useMessages(problemMessages);
  // A connection need not have the steps before the failed one: a file has no host.
  const shown = TEST_STEPS.filter(
    (step, at) =>
      passed.includes(step) || (failure !== null && at >= TEST_STEPS.indexOf(failure.step)),
  );
  return (
    <>
      <Alert
        severity={failure === null ? "success" : "error"}
        title={failure === null ? t.passed : t.failedAt(steps[failure.step])}
      >
        {failure && <Problem code={failure.remedy} detail={failure.detail} />}
      </Alert>
      {shown.length > 0 && (
        <ol className={styles.steps}>
          {shown.map((step) => {
            const isPassed = passed.includes(step);
            const isFailed = failure?.step === step;
            return (
              <li key={step}>
                <span>{steps[step]}</span>
                <Tag tone={isPassed ? "success" : isFailed ? "error" : "secondary"}>
                  {isPassed ? t.stepPassed : isFailed ? t.stepFailed : t.stepOpen}
                </Tag>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

/** The kinds of objects of the system and their attributes. */
export function ObjectClasses() {
  const t = useMessages(setupMessages);
  const { classes, failure, isBusy, mayUpdate, read } = useUnit({
    classes: $objectClasses,
    failure: $discoveryFailure,
    isBusy: $isDiscovering,
    mayUpdate: $mayUpdate,
    read: discover,
  });
  return (
    <Panel
      title={t.classes}
      context={t.classesWhat}
      actions={
        mayUpdate && (
          <Button busy={isBusy} onClick={() => read({})}>
            {t.discover}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {failure !== null && (
          <Alert severity="error" title={t.discoveryFailed} live>
            <Problem code={failure.remedy} detail={failure.detail} />
          </Alert>
        )}
        {classes.value === null ? (
          classes.failure === null && <Skeleton height={96} />
        ) : classes.value.objectClasses === null ? (
          <p className={styles.muted}>{t.noClasses}</p>
        ) : (
          classes.value.objectClasses.map((one) => <Class key={one.name} objectClass={one} />)
        )}
      </div>
    </Panel>
  );
}

function Class({ objectClass }: { readonly objectClass: ObjectClass }) {
  const t = useMessages(setupMessages);
  const { name, role, idAttribute, nameAttribute, attributes } = objectClass;
  return (
    <section className={styles.class} aria-label={name}>
      <h3 className={styles.cardTitle}>
        {name} <Tag>{t.roles[role]}</Tag>
      </h3>
      <DescriptionList
        items={[
          { term: t.idAttribute, detail: idAttribute },
          { term: t.nameAttribute, detail: nameAttribute },
          {
            term: t.attributes,
            detail: attributes
              .map((one) => (one.required ? `${one.name} (${t.required})` : one.name))
              .join(", "),
          },
        ]}
      />
    </section>
  );
}
