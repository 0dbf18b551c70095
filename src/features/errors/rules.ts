/** The texts of the error pages. Each says what happened, which data is safe, and what to do. */
import { toDashboard } from "../dashboard/index.ts";
import { loginRoute } from "../login/index.ts";
import { toLogout } from "../logout/index.ts";
import type { ErrorMessages } from "./messages.ts";

export interface ErrorPage {
  /** Its HTTP status, shown small; null if there is none. */
  readonly status: number | null;
  readonly title: string;
  readonly happened: string;
  readonly safe: string;
  readonly advice: string;
  readonly links: readonly ErrorLink[];
}

export interface ErrorLink {
  readonly label: string;
  readonly href: string;
  readonly isPrimary: boolean;
}

/**
 * @param route the open route's name; any other than an error page reads as Not Found.
 * @param isSignedIn decides where the links lead.
 */
export function errorPageOf(route: string, isSignedIn: boolean, t: ErrorMessages): ErrorPage {
  const dashboard = { label: t.dashboard, href: toDashboard() };
  const signIn = { label: t.signIn, href: loginRoute.path };
  const otherUser = { label: t.otherUser, href: toLogout() };
  const home = isSignedIn ? dashboard : signIn;
  switch (route) {
    case "unauthorized":
      return { status: 401, ...t.unauthorized, links: linksOf(home) };
    case "forbidden":
      return { status: 403, ...t.forbidden, links: linksOf(home, otherUser) };
    case "notAuthorized":
      return {
        status: null,
        ...t.notAuthorized,
        links: isSignedIn ? linksOf(dashboard, otherUser) : linksOf(signIn),
      };
    case "internalError":
      return { status: 500, ...t.internalError, links: linksOf(home) };
    default:
      return { status: 404, ...t.notFound, links: linksOf(home) };
  }
}

type LinkText = Pick<ErrorLink, "label" | "href">;

function linksOf(first: LinkText, ...others: readonly LinkText[]): readonly ErrorLink[] {
  return [{ ...first, isPrimary: true }, ...others.map((link) => ({ ...link, isPrimary: false }))];
}
