/** The destination after the reset: the sign-in, and then the landing page. */
export function pathAfterReset(landingPage: string | null): string {
  return landingPage === null
    ? "/"
    : `/?${new URLSearchParams({ redirect: landingPage }).toString()}`;
}
