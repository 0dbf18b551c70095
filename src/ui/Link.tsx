import type { ComponentProps } from "react";
import { navigateOnClick } from "./navigation.ts";
import type { Navigate } from "./navigation.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  href: string;
  /** Gets plain left clicks only; without it the browser follows the link. */
  onNavigate?: Navigate;
};

/** An anchor of the app; `className={buttonClass('primary')}` makes it look like a button. */
export function Link({ href, onNavigate, children, ...rest }: LinkProps) {
  return (
    <a {...rest} href={href} onClick={navigateOnClick(href, onNavigate)}>
      {children}
    </a>
  );
}
