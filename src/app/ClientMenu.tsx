import { IconSelector } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $session, chooseClient } from "../data/session/index.ts";
import { useSearchedPart } from "../kernel/useDisclosure.ts";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { Menu } from "../ui/Menu.tsx";
import { SearchMenu } from "../ui/SearchMenu.tsx";
import { frameMessages } from "./frameMessages.ts";
import styles from "./ClientMenu.module.css";

/** Above this number, a search is easier to use than the list. */
const MAX_READ = 10;

/** The name of the current client, with a menu of all clients for users with several. */
export function ClientMenu() {
  const t = useMessages(frameMessages);
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
    <button type="button" className={styles.trigger} title={t.chooseClient}>
      <span className="visually-hidden">{t.client} </span>
      <span className={styles.name}>{client.name}</span>
      <IconSelector size={16} aria-hidden="true" />
    </button>
  );
  return items.length > MAX_READ ? (
    <SearchMenu {...menu} label={t.clients} trigger={trigger} items={items} onChoose={onChoose} />
  ) : (
    <Menu
      open={menu.open}
      onOpenChange={menu.onOpenChange}
      label={t.clients}
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
