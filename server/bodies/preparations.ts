/** Calls with a pure function that prepares their body for the handler. The thread runs it for large bodies. */
import { preparePolicyChange } from "../orgs/policy/preparedChange.ts";

export const PREPARATIONS = {
  "orgs/induce": preparePolicyChange,
} as const;

export type PreparedCall = keyof typeof PREPARATIONS;
export type PreparedBody<Name extends PreparedCall> = ReturnType<(typeof PREPARATIONS)[Name]>;

/** @param body a checked body. */
export function prepareBody(call: string, body: unknown): unknown {
  return isPrepared(call) ? PREPARATIONS[call](body as never) : body;
}

function isPrepared(call: string): call is PreparedCall {
  return Object.hasOwn(PREPARATIONS, call);
}
