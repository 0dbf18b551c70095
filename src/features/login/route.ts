import { routeAddress } from "../../kernel/route.ts";

export const loginRoute = routeAddress("login", "/");
