import { routeAddress } from "../../kernel/route.ts";

export const passwordRoute = routeAddress("password", "/profile/password");
