/** Where to go after the reset: to the sign-in, which leads on to the landing page. */
export function pathAfterReset(landingPage: string | null): string {
  return landingPage === null
    ? "/"
    : `/?${new URLSearchParams({ redirect: landingPage }).toString()}`;
}
