import { reasonOf } from "../../kernel/calls.ts";
import { Popover } from "@base-ui/react/popover";
import { IconChevronDown } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { Button } from "../../ui/Button.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PopoverPanel } from "../../ui/PopoverPanel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SearchStops } from "../../ui/SearchStops.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { $resources } from "../../data/directory/index.ts";
import { toPolicyBuilder } from "../policy-builder/index.ts";
import {
  $openableResources,
  $resourcePicker,
  retryResources,
  toggleResourcePicker,
  typeResource,
} from "./resourcePickerModel.ts";
import { roleMappingMessages } from "./messages.ts";
import styles from "./ResourcePicker.module.css";

/** A searchable list of resources in a dropdown; each links to the builder for that resource. */
export function ResourcePicker({ oid }: { readonly oid: string }) {
  const t = useMessages(roleMappingMessages);
  const { picker, toggle } = useUnit({ picker: $resourcePicker, toggle: toggleResourcePicker });
  return (
    <Popover.Root open={picker.isOpen} onOpenChange={(open) => toggle({ open })}>
      <Popover.Trigger
        render={
          <Button>
            <span className={styles.trigger}>
              {t.buildForOne}
              <IconChevronDown size={14} aria-hidden="true" />
            </span>
          </Button>
        }
      />
      <PopoverPanel label={t.buildForOne} align="end" className={styles.popup}>
        <Choices oid={oid} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function Choices({ oid }: { readonly oid: string }) {
  const t = useMessages(roleMappingMessages);
  const ui = useMessages(uiMessages);
  const translate = useTranslate();
  const { picker, list, resources, type, retry } = useUnit({
    picker: $resourcePicker,
    list: $resources,
    resources: $openableResources,
    type: typeResource,
    retry: retryResources,
  });
  return (
    <SearchStops>
      <div className={styles.search}>
        <SearchField
          label={t.searchResources}
          value={picker.text}
          onChange={(text) => type({ text })}
        />
      </div>
      {list.status === "failed" ? (
        <div className={styles.note} role="alert">
          <p>{t.resourcesFailed(list.failure ? translate(reasonOf(list.failure)) : "")}</p>
          <Button size="small" onClick={() => retry({})}>
            {t.again}
          </Button>
        </div>
      ) : resources.length > 0 ? (
        <ul className={styles.list}>
          {resources.map(({ id, name }) => (
            <li key={id}>
              <Link className={styles.item} href={toPolicyBuilder(oid, id)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      ) : list.status === "ready" ? (
        <p className={styles.note} role="status">
          {picker.text === "" ? t.noResource : ui.noMatch}
        </p>
      ) : (
        <div className={styles.note}>
          <Spinner label={ui.loading} />
        </div>
      )}
    </SearchStops>
  );
}
