import { Dialog } from "@base-ui/react/dialog";
import { IconExternalLink, IconMenu2, IconX } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "./Link.tsx";
import { ProductMark } from "./ProductMark.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { useOverlayContainer } from "./overlayContainer.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./AppFrame.module.css";

/** The name of the product, the same in every language. */
const PRODUCT = "Provision";

export type NavItem = {
  label: string;
  href: string;
  icon?: ReactNode;
  current?: boolean;
  /** Opens in a new tab. */
  external?: boolean;
  children?: readonly NavItem[];
};

export type NavSection = { label?: string; items: readonly NavItem[] };

export type AppFrameProps = {
  homeHref: string;
  navigation: readonly NavSection[];
  clientName?: ReactNode;
  /** The middle of the top bar: the command palette's field. */
  search?: ReactNode;
  accountMenu?: ReactNode;
  footer?: ReactNode;
  /** Whether the drawer of narrow screens is open. */
  drawer: boolean;
  onDrawer: (open: boolean) => void;
  children: ReactNode;
};

/** The frame of every signed-in screen; its main part has the id `main`. */
export function AppFrame({
  homeHref,
  navigation,
  clientName,
  search,
  accountMenu,
  footer,
  drawer,
  onDrawer,
  children,
}: AppFrameProps) {
  const t = useMessages(uiMessages);
  const { container, modal, focus } = useOverlayContainer();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.top}>
        <Dialog.Root open={drawer} onOpenChange={(open) => onDrawer(open)} modal={modal}>
          <Dialog.Trigger className={styles.opener} aria-label={t.openNavigation}>
            <IconMenu2 size={20} aria-hidden="true" />
          </Dialog.Trigger>
          <Dialog.Portal container={container}>
            <Dialog.Backdrop className={styles.backdrop} />
            <Dialog.Popup className={styles.drawer} initialFocus={focus} finalFocus={focus}>
              <div className={styles.drawerTop}>
                <Dialog.Title className={styles.product}>
                  <ProductMark />
                  {PRODUCT}
                </Dialog.Title>
                <Dialog.Close className={styles.opener} aria-label={t.closeNavigation}>
                  <IconX size={20} aria-hidden="true" />
                </Dialog.Close>
              </div>
              <Navigation sections={navigation} onFollow={() => onDrawer(false)} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Link href={homeHref} className={styles.product}>
          <ProductMark />
          {PRODUCT}
        </Link>
        {clientName != null && <span className={styles.client}>{clientName}</span>}
        <div className={styles.search}>{search}</div>
        <div className={styles.account}>{accountMenu}</div>
      </header>
      <div className={styles.side}>
        <Navigation sections={navigation} />
      </div>
      <div className={styles.content}>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        {footer != null && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </div>
  );
}

/** The browser opens the link in another tab or window or saves it, and this page stays. */
function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

function Navigation({
  sections,
  onFollow,
}: {
  sections: readonly NavSection[];
  onFollow?: () => void;
}) {
  const t = useMessages(uiMessages);
  return (
    <nav aria-label={t.mainNavigation} className={styles.nav}>
      {sections.map((section, at) => (
        <div key={section.label ?? at} className={styles.section}>
          {section.label !== undefined && <p className={styles.sectionLabel}>{section.label}</p>}
          <NavList items={section.items} onFollow={onFollow} />
        </div>
      ))}
    </nav>
  );
}

function NavList({
  items,
  onFollow,
}: {
  readonly items: readonly NavItem[];
  readonly onFollow?: (() => void) | undefined;
}) {
  const t = useMessages(uiMessages);
  return (
    <ul>
      {items.map(({ label, href, icon, current, external, children = [] }) => (
        <li key={href}>
          <a
            href={href}
            className={styles.item}
            aria-current={current ? "page" : undefined}
            target={external ? "_blank" : undefined}
            rel={external ? "noreferrer" : undefined}
            onClick={(event) => {
              if (!external && !opensElsewhere(event)) onFollow?.();
            }}
          >
            <span className={styles.itemIcon} aria-hidden="true">
              {icon}
            </span>
            <span className={styles.itemLabel}>{label}</span>
            {external && (
              <>
                <IconExternalLink size={14} aria-hidden="true" />
                <span className="visually-hidden">{t.newTab}</span>
              </>
            )}
          </a>
          {children.length > 0 && <NavList items={children} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}
