import { translationOf } from "../../kernel/message.ts";
import type { COMMON } from "../en/common.ts";

export const COMMON_DE = translationOf<typeof COMMON>()({
  "common.text": "{text}",
});
