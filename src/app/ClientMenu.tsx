import { IconSelector } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $session, chooseClient } from "../features/session/index.ts";
import { useSearchedPart } from "../kernel/usePart.ts";
import { useWords } from "../ui/language/LanguageProvider.tsx";
import { Menu } from "../ui/Menu.tsx";
import { SearchMenu } from "../ui/SearchMenu.tsx";
import { frameWords } from "./frameWords.ts";
import styles from "./ClientMenu.module.css";

/** More clients than these are easier to search than to read. */
const MOST_READ = 10;

/** The name of the client that is shown; a menu of all of them for whoever has several. */
export function ClientMenu() {
  const words = useWords(frameWords);
  const { session, choose } = useUnit({ session: $session, choose: chooseClient });
  const menu = useSearchedPart("frame/clients");
  const { user, client } = session;
  if (user === null || client === null) return null;
  if (user.clients.length < 2) return client.name;
  const items = user.clients.map(({ id, name }) => ({
    id,
    label: name,
    chosen: id === client.id,
  }));
  const onChoose = (clientId: string) => {
    if (clientId !== client.id) choose({ clientId });
  };
  const trigger = (
    <button type="button" className={styles.trigger} title={words.chooseClient}>
      <span className="visually-hidden">{words.client} </span>
      <span className={styles.name}>{client.name}</span>
      <IconSelector size={16} aria-hidden="true" />
    </button>
  );
  return items.length > MOST_READ ? (
    <SearchMenu
      {...menu}
      label={words.clients}
      trigger={trigger}
      items={items}
      onChoose={onChoose}
    />
  ) : (
    <Menu
      open={menu.open}
      onOpenChange={menu.onOpenChange}
      label={words.clients}
      align="start"
      trigger={trigger}
      entries={items.map(({ id, label, chosen }) => ({
        kind: "choice",
        label,
        chosen,
        onSelect: () => onChoose(id),
      }))}
    />
  );
}
