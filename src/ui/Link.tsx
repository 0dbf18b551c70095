import type { ComponentProps } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  href: string;
  /** An external link: opens in a new tab, and says so. */
  external?: boolean | undefined;
};

/** An anchor of the app; `className={buttonClass('primary')}` styles it as a button. */
export function Link({ href, external, children, ...rest }: LinkProps) {
  const t = useMessages(uiMessages);
  return (
    <a {...rest} href={href} {...(external && { target: "_blank", rel: "noreferrer" })}>
      {children}
      {external && <span className="visually-hidden"> {t.newTab}</span>}
    </a>
  );
}
