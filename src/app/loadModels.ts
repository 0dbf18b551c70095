/** Loads all models and so every projection. Models import no views and need no browser. */
import "../panels/allTexts.ts";
import "../data/access-roles/index.ts";
import "../data/directory/index.ts";
import "../data/orgs/index.ts";
import "../data/session/index.ts";
import "../data/systems/index.ts";
import "../kernel/disclosures.ts";
import { FEATURES } from "./features.ts";
import "./keepAliveLoader.ts";
import "./model.ts";
import "./palette/model.ts";

export async function loadModels(): Promise<void> {
  await Promise.all(FEATURES.map(async ({ models }) => models?.()));
}
