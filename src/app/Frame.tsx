import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconSitemap,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { Theme } from "#events/actions/app.ts";
import { $heldClient, $session } from "../features/session/index.ts";
import { $now } from "../kernel/clock.ts";
import { $heldPath, $location, cancelLeaving, confirmLeaving } from "../kernel/navigation.ts";
import { AppFrame } from "../ui/AppFrame.tsx";
import { Link } from "../ui/Link.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { ConfirmModal } from "../ui/Modal.tsx";
import { ClientMenu } from "./ClientMenu.tsx";
import { $theme, chooseTheme, toggleMenu, toggleShortcuts } from "./model.ts";
import { navigationFor, type NavIcon } from "./menu.ts";
import { Shortcuts } from "./Shortcuts.tsx";
import styles from "./App.module.css";

const ICONS: Readonly<Record<NavIcon, ReactNode>> = {
  dashboard: <IconLayoutDashboard size={18} />,
  roleMapping: <IconSitemap size={18} />,
  support: <IconLifebuoy size={18} />,
  logout: <IconLogout size={18} />,
};

const THEME_ENTRIES: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: "system", label: "Theme of the system", icon: <IconDeviceDesktop size={16} /> },
  { theme: "light", label: "Light theme", icon: <IconSun size={16} /> },
  { theme: "dark", label: "Dark theme", icon: <IconMoon size={16} /> },
];

/** The frame of every signed-in screen: top bar, navigation, footer, and what may open over them. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { session, location, now, onDrawer } = useUnit({
    session: $session,
    location: $location,
    now: $now,
    onDrawer: toggleMenu,
  });
  const navigation = navigationFor(session, location.pathname).map(({ label, items }) => ({
    label,
    items: items.map(({ icon, ...item }) => ({ ...item, icon: ICONS[icon] })),
  }));
  return (
    <AppFrame
      homeHref="/dashboard"
      navigation={navigation}
      clientName={session.client && <ClientMenu />}
      accountMenu={<AccountMenu />}
      onDrawer={(open) => onDrawer({ open })}
      footer={
        <div className={styles.footerLine}>
          <nav aria-label="Footer" className={styles.footerLinks}>
            <Link href="/dashboard">Dashboard</Link>
            <Link href="/support">Support</Link>
          </nav>
          <span>© {new Date(now).getFullYear()} Provision</span>
        </div>
      }
    >
      {children}
      <LeavingQuestion />
      <Shortcuts />
    </AppFrame>
  );
}

function AccountMenu() {
  const { session, theme, choose, showShortcuts } = useUnit({
    session: $session,
    theme: $theme,
    choose: chooseTheme,
    showShortcuts: toggleShortcuts,
  });
  const { user } = session;
  const entries: MenuEntry[] = [
    {
      kind: "heading",
      label: [user?.givenName, user?.familyName].filter(Boolean).join(" ") || "Signed in",
      detail: user?.username,
    },
    ...THEME_ENTRIES.map((entry): MenuEntry => ({
      kind: "choice",
      label: entry.label,
      chosen: entry.theme === theme,
      icon: entry.icon,
      onSelect: () => choose({ theme: entry.theme }),
    })),
    { kind: "separator" },
    {
      kind: "action",
      label: "Keyboard shortcuts",
      icon: <IconKeyboard size={16} />,
      keys: "?",
      onSelect: () => showShortcuts({ open: true }),
    },
    { kind: "link", label: "Logout", href: "/logout", icon: <IconLogout size={16} /> },
  ];
  return (
    <Menu
      entries={entries}
      trigger={<IconButton label="My Account" icon={<IconUserCircle size={20} />} />}
    />
  );
}

function LeavingQuestion() {
  const { heldPath, heldClient, leave, stay } = useUnit({
    heldPath: $heldPath,
    heldClient: $heldClient,
    leave: confirmLeaving,
    stay: cancelLeaving,
  });
  return (
    <ConfirmModal
      open={heldPath !== null || heldClient !== null}
      title="Leave without applying?"
      message="Your changes on this screen were not applied to the policy. If you leave, they are lost."
      continueLabel="Leave"
      cancelLabel="Stay"
      danger
      onContinue={() => leave({})}
      onClose={() => stay({})}
    />
  );
}
