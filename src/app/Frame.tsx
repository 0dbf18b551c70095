import {
  IconAddressBook,
  IconCertificate,
  IconChecklist,
  IconDeviceDesktop,
  IconFingerprint,
  IconKeyboard,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLock,
  IconLogout,
  IconMessageQuestion,
  IconMoon,
  IconReport,
  IconSitemap,
  IconSun,
  IconUser,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Theme } from "#events/actions/app.ts";
import { $appInfo, $heldClient, $session } from "../features/session/index.ts";
import { $now } from "../kernel/clock.ts";
import { $heldPath, $location, cancelLeaving, confirmLeaving } from "../kernel/navigation.ts";
import { AppFrame } from "../ui/AppFrame.tsx";
import { Link } from "../ui/Link.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { ConfirmModal } from "../ui/Modal.tsx";
import { SearchOpener } from "../ui/SearchOpener.tsx";
import { ClientMenu } from "./ClientMenu.tsx";
import { $theme, chooseTheme, toggleMenu, toggleShortcuts } from "./model.ts";
import { footerFor, navigationFor, type MenuContext, type NavIcon } from "./menu.ts";
import { ROUTE_TABLE } from "./routes.ts";
import { $search, togglePalette } from "./palette/model.ts";
import { CONTROL, Shortcuts } from "./Shortcuts.tsx";
import styles from "./App.module.css";

const Palette = lazy(async () => ({ default: (await import("./palette/Palette.tsx")).Palette }));

const ICONS: Readonly<Record<NavIcon, ReactNode>> = {
  dashboard: <IconLayoutDashboard size={18} />,
  roleMapping: <IconSitemap size={18} />,
  directory: <IconAddressBook size={18} />,
  workItems: <IconChecklist size={18} />,
  certifications: <IconCertificate size={18} />,
  reports: <IconReport size={18} />,
  identities: <IconFingerprint size={18} />,
  support: <IconLifebuoy size={18} />,
  request: <IconMessageQuestion size={18} />,
  profile: <IconUser size={18} />,
  password: <IconLock size={18} />,
  users: <IconUsers size={18} />,
  logout: <IconLogout size={18} />,
};

const THEME_ENTRIES: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: "system", label: "Theme of the system", icon: <IconDeviceDesktop size={16} /> },
  { theme: "light", label: "Light theme", icon: <IconSun size={16} /> },
  { theme: "dark", label: "Dark theme", icon: <IconMoon size={16} /> },
];

/** The frame of every signed-in screen: top bar, navigation, footer, and what may open over them. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { session, location, appInfo, now, onDrawer } = useUnit({
    session: $session,
    location: $location,
    appInfo: $appInfo,
    now: $now,
    onDrawer: toggleMenu,
  });
  const context: MenuContext = {
    session,
    pathname: location.pathname,
    routes: ROUTE_TABLE.routes,
    midpointURI: appInfo.midpointURI,
  };
  const navigation = navigationFor(context).map(({ label, items }) => ({
    label,
    items: items.map(({ icon, ...item }) => ({ ...item, icon: ICONS[icon] })),
  }));
  return (
    <AppFrame
      homeHref="/dashboard"
      navigation={navigation}
      clientName={session.client && <ClientMenu />}
      search={<PaletteOpener />}
      accountMenu={<AccountMenu />}
      onDrawer={(open) => onDrawer({ open })}
      footer={
        <div className={styles.footerLine}>
          <nav aria-label="Footer" className={styles.footerLinks}>
            {footerFor(context).map(({ label, href, external }) => (
              <Link key={label} href={href} external={external}>
                {label}
              </Link>
            ))}
          </nav>
          <span>© {new Date(now).getFullYear()} Provision</span>
        </div>
      }
    >
      {children}
      <LeavingQuestion />
      <Shortcuts />
      <LatePalette />
    </AppFrame>
  );
}

function PaletteOpener() {
  const toggle = useUnit(togglePalette);
  return (
    <SearchOpener
      label="Find anything"
      keys={`${CONTROL} K`}
      onOpen={() => toggle({ open: true })}
    />
  );
}

/** Its code comes when it is opened first; then it stays, so that it fades out. */
function LatePalette() {
  const { isOpen } = useUnit($search);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    (isOpen || wasOpen) && (
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    )
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
      title="Leave without saving?"
      message="Your changes on this screen are not saved. If you leave, they are lost."
      continueLabel="Leave"
      cancelLabel="Stay"
      danger
      onContinue={() => leave({})}
      onClose={() => stay({})}
    />
  );
}
