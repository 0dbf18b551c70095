import { Dialog } from "@base-ui/react/dialog";
import { IconExternalLink, IconMenu2, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "./Link.tsx";
import { navigateOnClick } from "./navigation.ts";
import type { Navigate } from "./navigation.ts";
import { ProductMark } from "./ProductMark.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./AppFrame.module.css";

export type NavItem = {
  label: string;
  href: string;
  icon?: ReactNode;
  current?: boolean;
  /** Opens in a new tab. */
  external?: boolean;
};

export type NavSection = { label?: string; items: readonly NavItem[] };

export type AppFrameProps = {
  product?: string;
  homeHref: string;
  navigation: readonly NavSection[];
  onNavigate?: Navigate;
  clientName?: ReactNode;
  /** The middle of the top bar: the command palette's field. */
  search?: ReactNode;
  accountMenu?: ReactNode;
  /** Across the whole width, above everything: an offline or read-only notice. */
  banner?: ReactNode;
  footer?: ReactNode;
  /** The drawer of narrow screens was opened or closed. */
  onDrawer?: (open: boolean) => void;
  children: ReactNode;
};

/** The frame of every signed-in screen; its main part has the id `main`. */
export function AppFrame({
  product = "Provision",
  homeHref,
  navigation,
  onNavigate,
  clientName,
  search,
  accountMenu,
  banner,
  footer,
  onDrawer,
  children,
}: AppFrameProps) {
  const words = useWords(uiWords);
  const [drawer, setDrawer] = useState(false);
  const setOpen = (open: boolean) => {
    setDrawer(open);
    onDrawer?.(open);
  };
  const navigateFromDrawer: Navigate = (event, href) => {
    setOpen(false);
    onNavigate?.(event, href);
  };
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.top}>
        <Dialog.Root open={drawer} onOpenChange={setOpen}>
          <Dialog.Trigger className={styles.opener} aria-label={words.openNavigation}>
            <IconMenu2 size={20} aria-hidden="true" />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className={styles.backdrop} />
            <Dialog.Popup className={styles.drawer}>
              <div className={styles.drawerTop}>
                <Dialog.Title className={styles.product}>
                  <ProductMark />
                  {product}
                </Dialog.Title>
                <Dialog.Close className={styles.opener} aria-label={words.closeNavigation}>
                  <IconX size={20} aria-hidden="true" />
                </Dialog.Close>
              </div>
              <Navigation sections={navigation} onNavigate={navigateFromDrawer} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Link href={homeHref} className={styles.product} onNavigate={onNavigate}>
          <ProductMark />
          {product}
        </Link>
        {clientName != null && <span className={styles.client}>{clientName}</span>}
        <div className={styles.search}>{search}</div>
        <div className={styles.account}>{accountMenu}</div>
      </header>
      {banner != null && <div className={styles.banner}>{banner}</div>}
      <div className={styles.side}>
        <Navigation sections={navigation} onNavigate={onNavigate} />
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

function Navigation({
  sections,
  onNavigate,
}: {
  sections: readonly NavSection[];
  onNavigate: Navigate | undefined;
}) {
  const words = useWords(uiWords);
  return (
    <nav aria-label={words.mainNavigation} className={styles.nav}>
      {sections.map((section, at) => (
        <div key={section.label ?? at} className={styles.section}>
          {section.label !== undefined && <p className={styles.sectionLabel}>{section.label}</p>}
          <ul>
            {section.items.map((item) => (
              <li key={item.href}>
                <a
                  href={item.href}
                  className={styles.item}
                  aria-current={item.current ? "page" : undefined}
                  target={item.external ? "_blank" : undefined}
                  rel={item.external ? "noreferrer" : undefined}
                  onClick={navigateOnClick(item.href, onNavigate)}
                >
                  <span className={styles.itemIcon} aria-hidden="true">
                    {item.icon}
                  </span>
                  <span className={styles.itemLabel}>{item.label}</span>
                  {item.external && (
                    <>
                      <IconExternalLink size={14} aria-hidden="true" />
                      <span className="visually-hidden">{words.newTab}</span>
                    </>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
