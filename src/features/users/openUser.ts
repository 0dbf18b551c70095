/** The user of the open screen. */
import { combine } from "effector";
import { $clientId } from "../../data/session/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { userRoute } from "./route.ts";

/** null if the screen is not about a user. */
export const $openUser = combine($screen, $clientId, (screen, clientId) =>
  screen?.route === userRoute.name && screen.params.userId !== undefined && clientId !== null
    ? { clientId, userId: screen.params.userId }
    : null,
);
