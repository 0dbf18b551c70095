/** The user of the open screen. */
import { createPlace } from "../../data/session/index.ts";
import { userRoute } from "./route.ts";

/** null if the screen is not about a user. */
export const $openUser = createPlace(userRoute);
