import { IconTrash } from "@tabler/icons-react";
import type { Inducement, PolicyPart } from "#events/entities/org.ts";
import { PeriodButton } from "../../panels/periods/PeriodButton.tsx";
import { Validity } from "../../panels/periods/Validity.tsx";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { RowActions } from "../../ui/virtual-rows/RowActions.tsx";
import { HoldersButton } from "../holders/index.ts";
import { partAt, startsPart, type PolicyLayout, type PolicyRow } from "./policyRules.ts";
import { roleMappingMessages } from "./messages.ts";
import styles from "./DetailView.module.css";

/** Names up to this length fit in a row of the narrowest screen, in characters. */
const SURELY_FITS = 24;

/** The cells of a row: a resource with its count, or an entitlement that can be removed. */
export function PolicyCells({
  row,
  orgOid,
  isActive,
  now,
  onPeriod,
  onRemove,
}: {
  readonly row: PolicyRow;
  /** The org that has the policy. */
  readonly orgOid: string;
  readonly isActive: boolean;
  readonly now: number;
  readonly onPeriod: (inducement: Inducement) => void;
  readonly onRemove: () => void;
}) {
  const t = useMessages(roleMappingMessages);
  const ui = useMessages(uiMessages);
  const { count } = useFormats();
  if (row.kind === "resource") {
    return (
      <>
        <span role="gridcell" className={styles.resource}>
          <ResourceName part={row.part} />
        </span>
        <span role="gridcell" className={styles.count}>
          {count(row.part.count)}
        </span>
      </>
    );
  }
  if (row.inducement === null) {
    return (
      <span role="gridcell" className={styles.entitlement}>
        <Skeleton width="40%" />
      </span>
    );
  }
  const { inducement } = row;
  const { name, roleOid, validFrom = null, validUntil = null } = inducement;
  const hasLimits = validFrom !== null || validUntil !== null;
  return (
    <>
      <span role="gridcell" className={styles.entitlement}>
        <Name text={name} />
        {hasLimits && (
          <span className={styles.period}>
            <Validity period={{ validFrom, validUntil }} now={now} />
          </span>
        )}
      </span>
      <RowActions isActive={isActive} className={styles.remove}>
        <HoldersButton roleOid={roleOid} orgOid={orgOid} name={name} />
        <PeriodButton name={name} onClick={() => onPeriod(inducement)} />
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash size={14} />}
          iconOnPhones
          aria-label={ui.removeOne(name)}
          onClick={onRemove}
        >
          {t.remove}
        </Button>
      </RowActions>
    </>
  );
}

function ResourceName({ part }: { readonly part: PolicyPart }) {
  const t = useMessages(roleMappingMessages);
  return <Name text={part.resourceId === null ? t.lostResource : part.resourceName} />;
}

/** A name on one line; a tooltip shows a truncated one in full. */
function Name({ text }: { readonly text: string }) {
  return (
    <span className={styles.name} data-tooltip={text.length > SURELY_FITS ? text : undefined}>
      {text}
    </span>
  );
}

/** The resource of the visible rows. */
export function StickyResource({
  layout,
  first,
}: {
  readonly layout: PolicyLayout;
  readonly first: number;
}) {
  const { count } = useFormats();
  const part = layout.parts[partAt(layout, first)];
  if (!part || startsPart(layout, first)) return null;
  return (
    <div className={styles.sticky}>
      <span className={styles.resource}>
        <ResourceName part={part} />
      </span>
      <span className={styles.count}>{count(part.count)}</span>
    </div>
  );
}
