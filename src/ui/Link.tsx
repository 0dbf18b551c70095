import type { ComponentProps } from "react";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  href: string;
  /** Leads out of the app: opens in a new tab, and says so. */
  external?: boolean | undefined;
};

/** An anchor of the app; `className={buttonClass('primary')}` makes it look like a button. */
export function Link({ href, external, children, ...rest }: LinkProps) {
  const words = useWords(uiWords);
  return (
    <a {...rest} href={href} {...(external && { target: "_blank", rel: "noreferrer" })}>
      {children}
      {external && <span className="visually-hidden"> {words.newTab}</span>}
    </a>
  );
}
