/** Calls of connected systems that several features start. */
import { retryProvisionPreview } from "#events/calls/provisioning.ts";
import { getImportSettings, getSystem, saveImportSettings } from "#events/calls/systems.ts";
import { createCall } from "../../kernel/calls.ts";

export const systemCall = createCall(getSystem);
export const importSettingsCall = createCall(getImportSettings);
export const retryPreviewCall = createCall(retryProvisionPreview);
export const saveImportSettingsCall = createCall(saveImportSettings);
