import {
  IconCircle,
  IconCircleArrowRight,
  IconCircleCheckFilled,
  IconCircleOff,
  IconLock,
} from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ComponentType } from "react";
import type { StepState } from "#events/rules/onboarding.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { toGroups } from "../groupings/index.ts";
import { toAddResource, toSystem } from "../systems/index.ts";
import { toUsers } from "../users/index.ts";
import { $isTurningOn, $onboardingSteps, turnOnAdminAccess } from "./onboardingModel.ts";
import { isDone, type ShownStep, type StepTarget } from "./onboardingRules.ts";
import { onboardingMessages, type OnboardingMessages } from "./onboardingMessages.ts";
import styles from "./OnboardingPanel.module.css";

const ICONS: Readonly<Record<StepState, ComponentType<{ size: number }>>> = {
  NotStarted: IconCircle,
  Current: IconCircleArrowRight,
  Complete: IconCircleCheckFilled,
  CompleteButAccessible: IconCircleCheckFilled,
  Locked: IconLock,
  Unauthorized: IconCircleOff,
};

const TONES: Readonly<Record<StepState, TagTone>> = {
  NotStarted: "secondary",
  Current: "accent",
  Complete: "success",
  CompleteButAccessible: "success",
  Locked: "warning",
  Unauthorized: "secondary",
};

/** The four steps until the client is set up; nothing afterwards. */
export function OnboardingPanel() {
  const t = useMessages(onboardingMessages);
  const { steps } = useUnit({ steps: $onboardingSteps });
  if (steps === null) return null;
  const done = steps.filter(({ state }) => isDone(state)).length;
  return (
    <Panel title={t.title} context={t.context(done, steps.length)} flush>
      <ol>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, state, isNext, target }: ShownStep) {
  const t = useMessages(onboardingMessages);
  const Icon = ICONS[state];
  const reason = reasonOf(step, state, t);
  return (
    <li className={styles.step} aria-current={isNext ? "step" : undefined} data-state={state}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3>{t.steps[step]}</h3>
          <Tag tone={TONES[state]}>{t.states[state]}</Tag>
        </div>
        <p>{isDone(state) ? t.done[step] : t.toDo[step]}</p>
        {reason !== null && <p>{reason}</p>}
      </div>
      {target !== null && (
        <div className={styles.action}>
          <Continue target={target} step={step} isNext={isNext} />
        </div>
      )}
    </li>
  );
}

/** Why the user cannot continue a step. */
function reasonOf(step: ShownStep["step"], state: StepState, t: OnboardingMessages): string | null {
  switch (state) {
    case "NotStarted":
      return step === "roleBasedGrouping" ? t.waitsForPeople : t.waitsForHr;
    case "Locked":
      return t.locked;
    case "Unauthorized":
      return t.unauthorized;
    default:
      return null;
  }
}

function Continue({
  target,
  step,
  isNext,
}: Pick<ShownStep, "step" | "isNext"> & { readonly target: StepTarget }) {
  const t = useMessages(onboardingMessages);
  const { isTurningOn, turnOn } = useUnit({
    isTurningOn: $isTurningOn,
    turnOn: turnOnAdminAccess,
  });
  const variant = isNext ? "primary" : "secondary";
  if (target.kind === "turnOn") {
    return (
      <Button variant={variant} busy={isTurningOn} onClick={() => turnOn({})}>
        {t.turnOn}
      </Button>
    );
  }
  return (
    <Link className={buttonClass(variant)} href={hrefOf(target, step)}>
      {target.kind === "add" ? t.add[step === "hrSystem" ? "hr" : "managed"] : labelOf(target, t)}
    </Link>
  );
}

function hrefOf(target: StepTarget, step: ShownStep["step"]): string {
  switch (target.kind) {
    case "add":
      return toAddResource(step === "hrSystem" ? "hr" : undefined);
    case "configure":
      return toSystem("configuration", target.resource.id);
    case "confirm":
      return toSystem("confirm", target.resource.id);
    case "open":
      return toSystem("manage", target.resource.id);
    case "group":
      return toGroups("job-titles");
    default:
      return toUsers();
  }
}

function labelOf(target: StepTarget, t: OnboardingMessages): string {
  switch (target.kind) {
    case "configure":
    case "confirm":
    case "open":
      return t[target.kind](target.resource.name ?? "");
    case "group":
      return t.group;
    default:
      return t.users;
  }
}
