import { useEffect, useRef } from "react";

/** Keeps the focus on a button of an item in an ordered list whose items have no ids, while the item moves. */
export function useFollowingFocus<List extends HTMLElement>(items: readonly unknown[]) {
  const list = useRef<List>(null);
  const next = useRef<{ readonly at: number; readonly button: string } | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const { at, button } = next.current;
    next.current = null;
    list.current
      ?.querySelector<HTMLElement>(`:scope > [data-at="${at}"] [data-button="${button}"]`)
      ?.focus();
  }, [items]);
  return {
    list,
    follow: (at: number, button: string) => {
      next.current = { at, button };
    },
  };
}
