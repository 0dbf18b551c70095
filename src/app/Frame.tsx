import {
  IconAddressBook,
  IconBook,
  IconCertificate,
  IconChecklist,
  IconDeviceDesktop,
  IconFileImport,
  IconFolders,
  IconKeyboard,
  IconLanguage,
  IconLayoutDashboard,
  IconListCheck,
  IconLifebuoy,
  IconLock,
  IconLogout,
  IconMessageQuestion,
  IconMoon,
  IconPlugConnected,
  IconReport,
  IconSitemap,
  IconStack2,
  IconSun,
  IconUser,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { Theme } from "#events/actions/app.ts";
import { fullName } from "#events/rules/personName.ts";
import { $appInfo, $heldClient, $session } from "../data/session/index.ts";
import { $now } from "../kernel/clock.ts";
import type { MenuIcon } from "../kernel/feature.ts";
import { $language, $locale, chooseLanguage } from "../kernel/language.ts";
import { $heldPath, $location, cancelLeaving, confirmLeaving } from "../kernel/navigation.ts";
import { useDisclosure } from "../kernel/useDisclosure.ts";
import { AppFrame, type NavItem } from "../ui/AppFrame.tsx";
import { BreadcrumbsContext } from "../ui/Breadcrumbs.tsx";
import { Link } from "../ui/Link.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { LANGUAGE_NAMES, LANGUAGES } from "../ui/language/catalogue.ts";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { ConfirmModal } from "../ui/Modal.tsx";
import { SearchTrigger } from "../ui/SearchTrigger.tsx";
import { useBreadcrumbs } from "./breadcrumbs.tsx";
import { ClientMenu } from "./ClientMenu.tsx";
import { frameMessages } from "./frameMessages.ts";
import { $menuOpen, $theme, chooseTheme, toggleMenu, toggleShortcuts } from "./model.ts";
import { footerFor, navigationFor, type MenuContext, type NavEntry } from "./menu.ts";
import { FEATURES } from "./features.ts";
import { LazyPalette } from "./palette/LazyPalette.tsx";
import { togglePalette } from "./palette/model.ts";
import { controlOn } from "./shortcutList.ts";
import { Shortcuts } from "./Shortcuts.tsx";
import styles from "./App.module.css";

const ICONS: Readonly<Record<MenuIcon, ReactNode>> = {
  dashboard: <IconLayoutDashboard size={18} />,
  roleMapping: <IconSitemap size={18} />,
  accessRoles: <IconStack2 size={18} />,
  grouping: <IconFolders size={18} />,
  bulk: <IconListCheck size={18} />,
  directory: <IconAddressBook size={18} />,
  import: <IconFileImport size={18} />,
  systems: <IconPlugConnected size={18} />,
  workItems: <IconChecklist size={18} />,
  certifications: <IconCertificate size={18} />,
  reports: <IconReport size={18} />,
  docs: <IconBook size={18} />,
  support: <IconLifebuoy size={18} />,
  request: <IconMessageQuestion size={18} />,
  profile: <IconUser size={18} />,
  password: <IconLock size={18} />,
  users: <IconUsers size={18} />,
  logout: <IconLogout size={18} />,
};

const THEME_ENTRIES: readonly { theme: Theme; icon: ReactNode }[] = [
  { theme: "system", icon: <IconDeviceDesktop size={16} /> },
  { theme: "light", icon: <IconSun size={16} /> },
  { theme: "dark", icon: <IconMoon size={16} /> },
];

const withIcon = ({ icon, children, ...entry }: NavEntry): NavItem => ({
  ...entry,
  icon: ICONS[icon],
  children: children.map(withIcon),
});

/** The frame of every signed-in screen: top bar, navigation, footer, and the overlays above it. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useMessages(frameMessages);
  const { session, location, appInfo, language, now, drawer, onDrawer } = useUnit({
    session: $session,
    location: $location,
    language: $locale,
    appInfo: $appInfo,
    now: $now,
    drawer: $menuOpen,
    onDrawer: toggleMenu,
  });
  const breadcrumbs = useBreadcrumbs();
  const context: MenuContext = {
    session,
    pathname: location.pathname,
    features: FEATURES,
    midpointURI: appInfo.midpointURI,
    passwordEnabled: appInfo.passwordEnabled,
    language,
    t,
  };
  const navigation = navigationFor(context).map(({ label, items }) => ({
    label,
    items: items.map(withIcon),
  }));
  return (
    <AppFrame
      homeHref="/dashboard"
      navigation={navigation}
      clientName={session.client && <ClientMenu />}
      search={<PaletteOpener />}
      accountMenu={<AccountMenu />}
      drawer={drawer}
      onDrawer={(open) => onDrawer({ open })}
      footer={
        <div className={styles.footerLine}>
          <nav aria-label={t.footer} className={styles.footerLinks}>
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
      <BreadcrumbsContext value={breadcrumbs}>{children}</BreadcrumbsContext>
      <LeavingQuestion />
      <Shortcuts />
      <LazyPalette />
    </AppFrame>
  );
}

function PaletteOpener() {
  const t = useMessages(frameMessages);
  const toggle = useUnit(togglePalette);
  const keys = `${controlOn(navigator.platform)} K`;
  return (
    <SearchTrigger
      label={t.findAnything}
      keys={t.keyCaps[keys] ?? keys}
      onOpen={() => toggle({ open: true })}
    />
  );
}

function AccountMenu() {
  const t = useMessages(frameMessages);
  const { session, theme, choose, language, speak, showShortcuts } = useUnit({
    session: $session,
    theme: $theme,
    choose: chooseTheme,
    language: $language,
    speak: chooseLanguage,
    showShortcuts: toggleShortcuts,
  });
  const { user } = session;
  const entries: MenuEntry[] = [
    {
      kind: "heading",
      label: (user && fullName(user)) || t.signedIn,
      detail: user?.username,
    },
    ...THEME_ENTRIES.map((entry): MenuEntry => ({
      kind: "choice",
      label: t.themes[entry.theme],
      chosen: entry.theme === theme,
      icon: entry.icon,
      onSelect: () => choose({ theme: entry.theme }),
    })),
    { kind: "separator" },
    ...LANGUAGES.map((one): MenuEntry => ({
      kind: "choice",
      label: LANGUAGE_NAMES[one],
      language: one,
      chosen: one === language,
      icon: <IconLanguage size={16} />,
      onSelect: () => speak({ language: one }),
    })),
    { kind: "separator" },
    {
      kind: "action",
      label: t.keyboardShortcuts,
      icon: <IconKeyboard size={16} />,
      keys: "?",
      onSelect: () => showShortcuts({ open: true }),
    },
    { kind: "link", label: t.logout, href: "/logout", icon: <IconLogout size={16} /> },
  ];
  return (
    <Menu
      {...useDisclosure("frame/account")}
      entries={entries}
      trigger={<IconButton label={t.menuGroups.myAccount} icon={<IconUserCircle size={20} />} />}
    />
  );
}

function LeavingQuestion() {
  const t = useMessages(frameMessages);
  const { heldPath, heldClient, leave, stay } = useUnit({
    heldPath: $heldPath,
    heldClient: $heldClient,
    leave: confirmLeaving,
    stay: cancelLeaving,
  });
  return (
    <ConfirmModal
      open={heldPath !== null || heldClient !== null}
      title={t.leaveTitle}
      message={t.leaveMessage}
      continueLabel={t.leave}
      cancelLabel={t.stay}
      danger
      onContinue={() => leave({})}
      onClose={() => stay({})}
    />
  );
}
