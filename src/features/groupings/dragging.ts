/** Dragging orgs onto a group: opens the dialog that shows the effect before they are moved. */
import { useUnit } from "effector-react";
import { useMemo, useRef, type DragEvent } from "react";
import type { Static } from "typebox";
import type { move as moveDefinition } from "#events/actions/groupings.ts";
import { chooseTarget, move, type MoveTarget } from "./moveModel.ts";
import { $selected, type SelectedOrg } from "./selectionModel.ts";

export type Moved = Static<(typeof moveDefinition)["subject"]>;

export interface Dragging {
  /** Drags an org of the tree: with all selected ones if it is one of them. */
  readonly startWithOrg: (event: DragEvent, org: SelectedOrg) => void;
  readonly start: (event: DragEvent, moved: Moved) => void;
  /** Whether something is dragged that can go there. */
  readonly canDropOn: (oid: string) => boolean;
  readonly dropOn: (target: MoveTarget) => void;
}

export function movedOf(
  orgs: readonly Pick<SelectedOrg, "oid" | "version" | "displayName">[],
): Moved {
  return {
    ids: orgs.map(({ oid, version }) => ({ oid, version })),
    all: null,
    count: orgs.length,
    name: orgs.length === 1 ? (orgs[0]?.displayName ?? null) : null,
  };
}

export function useDragging(): Dragging {
  const { selected, open, choose } = useUnit({
    selected: $selected,
    open: move.open,
    choose: chooseTarget,
  });
  const dragged = useRef<Moved | null>(null);
  return useMemo(() => {
    const start = (event: DragEvent, moved: Moved) => {
      dragged.current = moved;
      event.dataTransfer.effectAllowed = "move";
      // Firefox drags only what has data.
      event.dataTransfer.setData("text/plain", moved.name ?? String(moved.count));
    };
    return {
      start,
      startWithOrg: (event, org) =>
        start(event, movedOf(selected.some(({ oid }) => oid === org.oid) ? selected : [org])),
      canDropOn: (oid) =>
        dragged.current !== null && !dragged.current.ids.some((org) => org.oid === oid),
      dropOn: (target) => {
        const moved = dragged.current;
        dragged.current = null;
        if (moved === null) return;
        open({ subject: moved });
        choose({ oid: target.oid, displayName: target.displayName });
      },
    };
  }, [selected, open, choose]);
}
