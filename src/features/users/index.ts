import { bulkRoute, userRoute, usersRoute } from "./route.ts";

export { toUser, toUsers } from "./route.ts";

/** The one of files stands before that of a user, whose address it would fit. */
export const userRoutes = [usersRoute, bulkRoute, userRoute];
