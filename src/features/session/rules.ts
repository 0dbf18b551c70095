/** Where those are sent who must sign in first. */
import type { Location } from "../../kernel/navigation.ts";

/** The login path that leads back to where somebody was; `state` and `code` of a single sign-on go with it. */
export function loginPath({ pathname, search }: Location): string {
  const here = new URLSearchParams(search);
  const query = new URLSearchParams({ redirect: pathname + search });
  for (const key of ["state", "code"]) {
    const value = here.get(key);
    if (value !== null) query.set(key, value);
  }
  return `/?${query.toString()}`;
}
