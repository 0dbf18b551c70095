/** The user of the open screen. */
import { combine } from "effector";
import { $clientId } from "../../data/session/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { paramsOf } from "../../kernel/route.ts";
import { userRoute } from "./route.ts";

/** null if the screen is not about a user. */
export const $openUser = combine($screen, $clientId, (screen, clientId) => {
  const params = paramsOf(userRoute, screen);
  return params === null || clientId === null ? null : { clientId, ...params };
});
