import {
  IconBolt,
  IconBriefcase,
  IconLayoutSidebar,
  IconId,
  IconKey,
  IconServer2,
  IconShieldCheck,
  IconUser,
} from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import { CommandPalette } from "../../ui/CommandPalette.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { frameMessages, type FrameMessages } from "../frameMessages.ts";
import { GROUPS, isFound, type PaletteGroup } from "./entries.ts";
import {
  $entries,
  $search,
  chooseEntry,
  togglePalette,
  typeInPalette,
  type Search,
} from "./model.ts";

const ICONS: Readonly<Record<PaletteGroup, ReactNode>> = {
  screens: <IconLayoutSidebar size={18} />,
  actions: <IconBolt size={18} />,
  orgs: <IconBriefcase size={18} />,
  people: <IconId size={18} />,
  accessRoles: <IconShieldCheck size={18} />,
  entitlements: <IconKey size={18} />,
  resources: <IconServer2 size={18} />,
  users: <IconUser size={18} />,
};

export function Palette() {
  const t = useMessages(frameMessages);
  const { search, entries, toggle, type, choose } = useUnit({
    search: $search,
    entries: $entries,
    toggle: togglePalette,
    type: typeInPalette,
    choose: chooseEntry,
  });
  const groups = GROUPS.map((group) => ({
    label: t.palette.groups[group],
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
      status={describe(search, entries.filter(isFound).length, t)}
    />
  );
}

function describe({ status }: Search, count: number, { palette }: FrameMessages): string {
  const results = palette.results(count);
  if (status === "Fail") return palette.failed(results);
  if (count > 0) return results;
  return status === "InProgress" ? palette.searching : palette.nothing;
}
