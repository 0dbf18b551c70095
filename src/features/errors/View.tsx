import { useUnit } from "effector-react";
import { $screen } from "../../kernel/navigation.ts";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { $user } from "../../data/session/index.ts";
import { errorPageOf, type ErrorPage } from "./rules.ts";
import { errorMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(errorMessages);
  const { screen, user } = useUnit({ screen: $screen, user: $user });
  const route = screen?.route ?? "";
  const page = errorPageOf(route, user !== null, t);
  const status = page.status === null ? null : t.error(page.status);
  if (route === "forbidden") {
    return (
      <>
        <PageHeader title={page.title} context={status} />
        <Text page={page} />
      </>
    );
  }
  return (
    <AuthFrame title={page.title} context={status}>
      <Text page={page} />
    </AuthFrame>
  );
}

function Text({ page }: { readonly page: ErrorPage }) {
  return (
    <div className={styles.text}>
      <p>{page.happened}</p>
      <p>{page.safe}</p>
      <p>{page.advice}</p>
      <div className={styles.links}>
        {page.links.map(({ label, href, isPrimary }) => (
          <Link
            key={label}
            href={href}
            className={buttonClass(isPrimary ? "primary" : "secondary")}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
