/** The user that the open screen is about. */
import { combine } from "effector";
import { $clientId } from "../../data/session/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { userRoute } from "./route.ts";

/** null where the screen is about no user. */
export const $openUser = combine($screen, $clientId, (screen, clientId) =>
  screen?.route === userRoute.name && screen.params.userId !== undefined && clientId !== null
    ? { clientId, userId: screen.params.userId }
    : null,
);
