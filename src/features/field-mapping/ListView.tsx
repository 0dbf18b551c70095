import { IconLock, IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { MAPPING_DIRECTIONS, MAPPING_KINDS, type Mapping } from "#events/entities/mapping.ts";
import { Alert } from "../../ui/Alert.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { EffectNotice } from "./EffectNotice.tsx";
import styles from "./fieldMapping.module.css";
import { $kind, chooseKind } from "./listModel.ts";
import { MappingFrame } from "./MappingFrame.tsx";
import { mappingMessages } from "./messages.ts";
import { $isOnlyRead, $mayUpdate, type FieldMapping } from "./place.ts";
import { PreviewPanel } from "./PreviewPanel.tsx";
import { toAddMapping, toDirection, toMapping } from "./route.ts";
import { mappedTargets, possibleTargets, type MappedTarget } from "./rules.ts";
import { SuggestionsPanel } from "./SuggestionsPanel.tsx";
import { nameOf, originText } from "./texts.ts";

/** The mappings of a system in one direction. */
export function View() {
  const t = useMessages(mappingMessages);
  const isOnlyRead = useUnit($isOnlyRead);
  return (
    <MappingFrame
      title={t.title}
      actions={(all) =>
        !isOnlyRead && (
          <Link
            className={buttonClass("primary")}
            href={toAddMapping(all.resourceId, all.direction)}
          >
            <IconPlus size={16} aria-hidden="true" />
            {t.add}
          </Link>
        )
      }
    >
      {(all) => (
        <>
          <LinkTabs
            label={t.direction}
            links={MAPPING_DIRECTIONS.map((id) => ({
              id,
              href: toDirection(all.resourceId, id),
              label: t.directions[id],
            }))}
            current={all.direction}
          />
          <p className={styles.muted}>{t.directionHints[all.direction]}</p>
          <EffectNotice all={all} />
          <MissingAttributes all={all} />
          {(!isOnlyRead || all.mappings.length > 0) && (
            <>
              <Mappings all={all} />
              <Findings all={all} />
            </>
          )}
        </>
      )}
    </MappingFrame>
  );
}

/** Mappings that cannot work any more, because the system changed. */
function MissingAttributes({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  const own = all.resourceSchema.missing.filter(({ mappingId }) =>
    all.mappings.some(({ id }) => id === mappingId),
  );
  if (own.length === 0) return null;
  return (
    <Alert severity="warning" title={t.attributesMissing(own.length)}>
      <ul className={styles.plain}>
        {own.map(({ mappingId, resourceSchemaId }) => (
          <li key={`${mappingId} ${resourceSchemaId}`}>
            <Link href={toMapping(all.resourceId, all.direction, mappingId)}>
              {resourceSchemaId}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** What the values suggest, and what the mappings do. */
function Findings({ all }: { readonly all: FieldMapping }) {
  const mayUpdate = useUnit($mayUpdate);
  return (
    <>
      {mayUpdate && <SuggestionsPanel all={all} />}
      <PreviewPanel all={all} mayUpdate={mayUpdate} />
    </>
  );
}

function Mappings({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  const {
    shown: kind,
    choose,
    mayUpdate,
  } = useUnit({
    // Effector takes an object with a property "kind" for a unit.
    shown: $kind,
    choose: chooseKind,
    mayUpdate: $mayUpdate,
  });
  const shown = all.mappings.filter((one) => kind === "all" || one.config.kind === kind);
  const possible = possibleTargets(all);
  const targets = mappedTargets(shown, kind === "all" ? possible : []);
  const mapped = targets.filter(({ mappings }) => mappings.length > 0);
  const isMapped = new Set(all.mappings.length > 0 ? mapped.map(({ id }) => id) : []);
  const open = kind === "all" ? targets.filter(({ id }) => !isMapped.has(id)) : [];
  return (
    <>
      <Panel
        title={t.mapped(shown.length)}
        actions={
          <SegmentedControl
            label={t.kind}
            options={[
              { id: "all" as const, label: t.allKinds, count: all.mappings.length },
              ...MAPPING_KINDS.map((id) => ({
                id,
                label: t.kinds[id],
                count: all.mappings.filter(({ config }) => config.kind === id).length,
              })),
            ]}
            value={kind}
            onChange={(next) => choose({ kind: next })}
          />
        }
      >
        {mapped.length === 0 ? (
          <EmptyState title={kind === "all" ? t.noMappings : t.noneOfKind}>
            {kind === "all" && t.noMappingsWhy}
          </EmptyState>
        ) : (
          <ul className={styles.targets}>
            {mapped.map((target) => (
              <Target key={target.id} all={all} target={target} />
            ))}
          </ul>
        )}
      </Panel>
      {open.length > 0 && (
        <Panel title={t.notMapped(open.length)}>
          <ul className={styles.open}>
            {open.map(({ id }) => (
              <li key={id}>
                <span className={styles.name}>{nameOf(id, all, t)}</span>
                {mayUpdate && (
                  <Link
                    href={toAddMapping(all.resourceId, all.direction, id)}
                    aria-label={t.mapOne(nameOf(id, all, t))}
                  >
                    {t.map}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Target({
  all,
  target: { id, mappings },
}: {
  readonly all: FieldMapping;
  readonly target: MappedTarget;
}) {
  const t = useMessages(mappingMessages);
  const name = nameOf(id, all, t);
  return (
    <li className={styles.target}>
      <h3 className={styles.name}>{name}</h3>
      <ul className={styles.plain}>
        {mappings.map((mapping) => (
          <MappingLine key={mapping.id} all={all} mapping={mapping} name={name} />
        ))}
      </ul>
    </li>
  );
}

function MappingLine({
  all,
  mapping,
  name,
}: {
  readonly all: FieldMapping;
  readonly mapping: Mapping;
  readonly name: string;
}) {
  const t = useMessages(mappingMessages);
  const origin = originText(mapping, all, t);
  const { id, direction, strength, condition, config, locked } = mapping;
  return (
    <li className={styles.mapping}>
      <Link
        className={styles.origin}
        href={toMapping(all.resourceId, direction, id)}
        aria-label={t.editOne(name, origin)}
      >
        {origin}
      </Link>
      <span className={styles.tags}>
        <Tag tone="secondary">{t.strengths[strength]}</Tag>
        {config.kind === "Template" && <Tag tone="secondary">{t.kinds.Template}</Tag>}
        {mapping.mappingType !== "STANDARD" && (
          <Tag tone="secondary">{t.modes[mapping.mappingType]}</Tag>
        )}
        {config.dn !== null && <Tag tone="secondary">{t.dnShort}</Tag>}
        {condition !== "" && <Tag tone="info">{t.ifCondition}</Tag>}
        {mapping.authoritative && <Tag tone="secondary">{t.flags.authoritative}</Tag>}
        {!mapping.tolerant && <Tag tone="secondary">{t.intolerant}</Tag>}
        {mapping.iterationToken && <Tag tone="secondary">{t.flags.iterationToken}</Tag>}
        {locked && (
          <Tag tone="secondary" icon={<IconLock size={14} />}>
            {t.flags.locked}
          </Tag>
        )}
      </span>
      {condition !== "" && <code className={styles.condition}>{condition}</code>}
    </li>
  );
}
