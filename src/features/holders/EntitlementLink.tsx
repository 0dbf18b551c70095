import { useUnit } from "effector-react";
import { $seesPeople } from "../../data/session/index.ts";
import { Link } from "../../ui/Link.tsx";
import { toEntitlement } from "./route.ts";

/** The name of an entitlement. For users who see all people it is a link to who holds the entitlement. */
export function EntitlementLink({
  roleOid,
  name,
}: {
  readonly roleOid: string;
  readonly name: string;
}) {
  const seesPeople = useUnit($seesPeople);
  return seesPeople ? <Link href={toEntitlement(roleOid)}>{name}</Link> : name;
}
