import type { DetectionStatus, PublicationState } from "#events/entities/system.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { systemMessages } from "./messages.ts";

const STATE_TONES: Readonly<Record<PublicationState, TagTone>> = {
  Live: "success",
  "Unpublished Updates": "warning",
  Onboarding: "info",
};
const DETECTION_TONES: Readonly<Record<DetectionStatus, TagTone>> = {
  Ready: "success",
  Pending: "warning",
  "Not Detected": "secondary",
};

export function StateTag({ state }: { readonly state: PublicationState }) {
  const t = useMessages(systemMessages);
  return <Tag tone={STATE_TONES[state]}>{t.states[state]}</Tag>;
}

export function DetectionTag({ status }: { readonly status: DetectionStatus }) {
  const t = useMessages(systemMessages);
  return <Tag tone={DETECTION_TONES[status]}>{t.detections[status]}</Tag>;
}
