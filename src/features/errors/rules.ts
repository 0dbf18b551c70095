/** What each error page says: what happened, what is safe, what to do. */
import { toDashboard } from "../dashboard/index.ts";
import { loginRoute } from "../login/index.ts";
import { toLogout } from "../logout/index.ts";

export interface ErrorPage {
  /** The HTTP status that it stands for, shown small; null where there is none. */
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

const DASHBOARD = { label: "Go to the dashboard", href: toDashboard() };
const SIGN_IN = { label: "Sign in", href: loginRoute.path };
const OTHER_USER = { label: "Sign in as someone else", href: toLogout() };

/**
 * @param route the name of the open route; one that is no error page reads as Not Found.
 * @param isSignedIn decides where the links lead.
 */
export function errorPageOf(route: string, isSignedIn: boolean): ErrorPage {
  const home = isSignedIn ? DASHBOARD : SIGN_IN;
  switch (route) {
    case "unauthorized":
      return {
        status: 401,
        title: "Unauthorized",
        happened: "You are not signed in, or your session has ended.",
        safe: "What you saved or applied before is kept.",
        advice: "Sign in to go on.",
        links: linksOf(home),
      };
    case "forbidden":
      return {
        status: 403,
        title: "Forbidden",
        happened: "Your account is not permitted to open this page.",
        safe: "You are still signed in, and nothing was changed.",
        advice:
          "If you need this page for your work, ask an owner of your client for access to it.",
        links: linksOf(home, OTHER_USER),
      };
    case "notAuthorized":
      return {
        status: null,
        title: "Not Authorized",
        happened: "You are known to us, but you have no access to Provision.",
        safe: "Nothing was changed.",
        advice: "Ask an owner of your client to give you a role, then sign in again.",
        links: isSignedIn ? linksOf(DASHBOARD, OTHER_USER) : linksOf(SIGN_IN),
      };
    case "internalError":
      return {
        status: 500,
        title: "Internal Error",
        happened: "The server met an error that it did not expect.",
        safe: "A change is made as a whole or not at all: nothing is half done.",
        advice:
          "Go back and try again in a moment. If it happens again, tell your support what you did and when.",
        links: linksOf(home),
      };
    default:
      return {
        status: 404,
        title: "Not Found",
        happened: "There is no page at this address.",
        safe: "Nothing was changed or lost.",
        advice: "Check the address for a slip, or start from a page that exists.",
        links: linksOf(home),
      };
  }
}

type LinkText = Pick<ErrorLink, "label" | "href">;

function linksOf(first: LinkText, ...others: readonly LinkText[]): readonly ErrorLink[] {
  return [{ ...first, isPrimary: true }, ...others.map((link) => ({ ...link, isPrimary: false }))];
}
