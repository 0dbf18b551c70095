import { IconSelector } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $session, chooseClient } from "../features/session/index.ts";
import { Menu } from "../ui/Menu.tsx";
import styles from "./ClientMenu.module.css";

/** The name of the client that is shown; a menu of all of them for whoever has several. */
export function ClientMenu() {
  const { session, choose } = useUnit({ session: $session, choose: chooseClient });
  const { user, client } = session;
  const clients = user?.clients ?? [];
  if (client === null) return null;
  if (clients.length < 2) return client.name;
  return (
    <Menu
      label="Clients"
      align="start"
      trigger={
        <button type="button" className={styles.trigger} title="Choose another client">
          <span className="visually-hidden">Client: </span>
          <span className={styles.name}>{client.name}</span>
          <IconSelector size={16} aria-hidden="true" />
        </button>
      }
      entries={clients.map(({ id, name }) => ({
        kind: "choice",
        label: name,
        chosen: id === client.id,
        onSelect: () => {
          if (id !== client.id) choose({ clientId: id });
        },
      }))}
    />
  );
}
