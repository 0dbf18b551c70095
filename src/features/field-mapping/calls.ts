/** Calls that several models of the feature start. */
import * as calls from "#events/calls/mappings.ts";
import { createCall } from "../../kernel/calls.ts";

export const createMappingCall = createCall(calls.createMapping);
export const updateMappingCall = createCall(calls.updateMapping);
export const deleteMappingCall = createCall(calls.deleteMapping);
