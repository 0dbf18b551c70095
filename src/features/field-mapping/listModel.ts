/** Which mappings the list shows. */
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/mappings.ts";
import type { MappingKind } from "#events/entities/mapping.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { LIST_ROUTES } from "./route.ts";

export const chooseKind = createAction(actions.kindChosen);

export const $kind = createProjection<MappingKind | "all">("mappings/kind", "all", (on) => [
  on(screenOpened, (kind, { route }) => (LIST_ROUTES.includes(route) ? kind : "all")),
  on(actions.kindChosen, (_kind, { kind }) => kind),
]);
