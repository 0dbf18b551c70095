import { IconBolt, IconBriefcase, IconLayoutSidebar, IconUser } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import { CommandPalette } from "../../ui/CommandPalette.tsx";
import { formatCount } from "../../ui/format.ts";
import { GROUPS, type PaletteGroup } from "./entries.ts";
import {
  $entries,
  $search,
  chooseEntry,
  togglePalette,
  typeInPalette,
  type Search,
} from "./model.ts";

const ICONS: Readonly<Record<PaletteGroup, ReactNode>> = {
  Screens: <IconLayoutSidebar size={18} />,
  Actions: <IconBolt size={18} />,
  Orgs: <IconBriefcase size={18} />,
  People: <IconUser size={18} />,
};

export function Palette() {
  const { search, entries, toggle, type, choose } = useUnit({
    search: $search,
    entries: $entries,
    toggle: togglePalette,
    type: typeInPalette,
    choose: chooseEntry,
  });
  const groups = GROUPS.map((group) => ({
    label: group,
    items: entries
      .filter((entry) => entry.group === group)
      .map((entry) => ({
        id: entry.id,
        label: entry.label,
        detail: entry.detail,
        icon: ICONS[group],
        ...("href" in entry && { href: entry.href, external: entry.external }),
      })),
  }));
  return (
    <CommandPalette
      open={search.isOpen}
      onClose={() => toggle({ open: false })}
      text={search.text}
      onText={(text) => type({ text })}
      groups={groups}
      onChoose={({ id }) => {
        const entry = entries.find((one) => one.id === id);
        if (entry) choose(entry);
      }}
      status={describe(search, entries.length)}
    />
  );
}

function describe({ status }: Search, count: number): string {
  const results = `${formatCount(count)} ${count === 1 ? "result" : "results"}`;
  if (status === "Fail") return `Orgs and people could not be searched. ${results}`;
  if (count > 0) return results;
  return status === "InProgress" ? "Searching" : "Nothing is found";
}
