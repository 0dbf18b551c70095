/** Calls whose body is prepared for their handler by a pure function: of a large body, in the thread that reads it. */
import { preparePolicyChange } from "../orgs/policy/preparedChange.ts";

export const PREPARATIONS = {
  "orgs/induce": preparePolicyChange,
} as const;

export type PreparedCall = keyof typeof PREPARATIONS;
export type PreparedBody<Name extends PreparedCall> = ReturnType<(typeof PREPARATIONS)[Name]>;

/** @param body that was checked. */
export function prepareBody(call: string, body: unknown): unknown {
  return isPrepared(call) ? PREPARATIONS[call](body as never) : body;
}

function isPrepared(call: string): call is PreparedCall {
  return Object.hasOwn(PREPARATIONS, call);
}
