import { routeAddress } from "../../kernel/route.ts";

export const loginRoute = routeAddress("login", "/");

/** The second step of a sign-in. */
export const secondFactorRoute = routeAddress("secondFactor", "/second-factor");
