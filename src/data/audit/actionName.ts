import type { ActionMessages } from "./actionMessages.ts";

/** @param call of an audit entry. Failed ones end with `Failed`. A call that this version does not know is its own name. */
export function actionName({ actions, failed }: ActionMessages, call: string): string {
  const texts: Readonly<Record<string, string>> = actions;
  const action = call.endsWith("Failed") ? texts[call.slice(0, -"Failed".length)] : undefined;
  return action === undefined ? (texts[call] ?? call) : failed(action);
}
