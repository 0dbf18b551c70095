import { routeAddress } from "../../kernel/route.ts";

export const profileRoute = routeAddress("profile", "/profile");
