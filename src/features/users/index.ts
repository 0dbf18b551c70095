import { userRoute, usersRoute } from "./route.ts";

export { toUser, toUsers } from "./route.ts";

export const userRoutes = [usersRoute, userRoute];
