/** What the open screen's address names, with the client that it belongs to. */
import { combine, type Store } from "effector";
import { $screen } from "../../kernel/navigation.ts";
import { paramsOf, type RouteAddress } from "../../kernel/route.ts";
import { $clientId } from "./model.ts";

/**
 * The client and the parameters of a route; null while another screen is open, or without a client.
 *
 * @param $client the client whose things the user may see
 */
export function createPlace<Path extends string>(
  route: RouteAddress<Path>,
  $client: Store<string | null> = $clientId,
) {
  return combine($screen, $client, (screen, clientId) => {
    const params = paramsOf(route, screen);
    return params === null || clientId === null ? null : { clientId, ...params };
  });
}
