import type { ComponentProps } from "react";
import { navigateOnClick } from "./navigation.ts";
import type { Navigate } from "./navigation.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  href: string;
  /** Gets plain left clicks only; without it the browser follows the link. */
  onNavigate?: Navigate;
  /** Leads out of the app: opens in a new tab, and says so. */
  external?: boolean | undefined;
};

/** An anchor of the app; `className={buttonClass('primary')}` makes it look like a button. */
export function Link({ href, onNavigate, external, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={navigateOnClick(href, onNavigate)}
      {...(external && { target: "_blank", rel: "noreferrer" })}
    >
      {children}
      {external && <span className="visually-hidden"> (opens in a new tab)</span>}
    </a>
  );
}
