import { useSyncExternalStore } from "react";
import type { Player, PlayerState } from "./player.ts";

export function usePlayer(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState);
}
