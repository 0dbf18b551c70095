import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { SOURCE_TYPES, type MappingAttributeDraft } from "#events/entities/mapping.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import { Pipeline } from "./Pipeline.tsx";
import type { FieldMapping } from "./place.ts";
import { moved, newSource, replaced } from "./rules.ts";
import { AttributeChoice, FieldChoice } from "./TargetChoice.tsx";
import { useFollowingFocus } from "./useFollowingFocus.ts";

const MAX_SOURCES = 20;
const STATIC_MAX_LENGTH = 4000;

/** The sources of a mapping in their order, each with its pipeline. */
export function Sources({
  all,
  sources,
  stepsOf,
  problems,
  disabled,
  onChange,
}: {
  readonly all: FieldMapping;
  readonly sources: readonly MappingAttributeDraft[];
  /** The value of the previewed object before each transform of a source, and after the last. */
  readonly stepsOf: (source: MappingAttributeDraft) => readonly string[];
  /** By path, such as `attributes/0/staticContent`. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
  readonly disabled: boolean;
  readonly onChange: (sources: MappingAttributeDraft[]) => void;
}) {
  const t = useMessages(mappingMessages);
  const { list, follow } = useFollowingFocus<HTMLOListElement>(sources);
  const move = (from: number, to: number, button: string) => {
    follow(to, button);
    onChange(moved(sources, from, to));
  };
  const none = problems["attributes"];
  return (
    <div className={styles.sources}>
      <ol ref={list} className={styles.sourceList} aria-label={t.sources}>
        {sources.map((source, at) => (
          <li key={at} data-at={at}>
            <fieldset className={styles.source}>
              <legend className="visually-hidden">{t.source(at + 1)}</legend>
              <div className={styles.stepLine}>
                <span className={styles.sourceName} aria-hidden="true">
                  {t.source(at + 1)}
                </span>
                {!disabled && (
                  <span className={styles.stepActions}>
                    <IconButton
                      size="small"
                      label={t.moveUp(t.source(at + 1), at + 1, sources.length)}
                      icon={<IconArrowUp size={16} />}
                      data-button="up"
                      idle={at === 0}
                      onClick={() => move(at, at - 1, "up")}
                    />
                    <IconButton
                      size="small"
                      label={t.moveDown(t.source(at + 1), at + 1, sources.length)}
                      icon={<IconArrowDown size={16} />}
                      data-button="down"
                      idle={at === sources.length - 1}
                      onClick={() => move(at, at + 1, "down")}
                    />
                    <IconButton
                      size="small"
                      label={t.removeSource(at + 1)}
                      icon={<IconTrash size={16} />}
                      data-button="remove"
                      idle={sources.length === 1}
                      onClick={() => {
                        follow(Math.max(at - 1, 0), "remove");
                        onChange(sources.filter((_source, index) => index !== at));
                      }}
                    />
                  </span>
                )}
              </div>
              {disabled ? (
                <p className={styles.muted}>{t.sourceTypes[source.type]}</p>
              ) : (
                <SegmentedControl
                  label={t.sourceTypeOf(at + 1)}
                  options={SOURCE_TYPES.map((id) => ({ id, label: t.sourceTypes[id] }))}
                  value={source.type}
                  onChange={(type) => onChange(replaced(sources, at, { ...source, type }))}
                />
              )}
              <SourceValue
                all={all}
                source={source}
                problemAt={(path) => problems[`attributes/${at}/${path}`] ?? null}
                disabled={disabled}
                onChange={(change) => onChange(replaced(sources, at, { ...source, ...change }))}
              />
              <SourceSteps
                of={t.source(at + 1)}
                part={`fieldMapping/transforms/${at}`}
                source={source}
                steps={stepsOf(source)}
                problemAt={(path) => problems[`attributes/${at}/${path}`] ?? null}
                disabled={disabled}
                onChange={(formats) => onChange(replaced(sources, at, { ...source, formats }))}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      {none !== undefined && <p className={styles.problem}>{none}</p>}
      {!disabled && sources.length < MAX_SOURCES && (
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => onChange([...sources, newSource(sources.length)])}
        >
          {t.addSource}
        </Button>
      )}
    </div>
  );
}

function SourceValue({
  all,
  source,
  problemAt,
  disabled,
  onChange,
}: {
  readonly all: FieldMapping;
  readonly source: MappingAttributeDraft;
  readonly problemAt: (path: string) => string | null;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<MappingAttributeDraft>) => void;
}) {
  const t = useMessages(mappingMessages);
  if (source.type === "STATIC") {
    return (
      <TextField
        label={t.staticContent}
        error={problemAt("staticContent")}
        reserveMessage
        maxLength={STATIC_MAX_LENGTH}
        disabled={disabled}
        value={source.staticContent}
        onChange={(staticContent) => onChange({ staticContent })}
      />
    );
  }
  return all.direction === "inbound" ? (
    <AttributeChoice
      all={all}
      label={t.attribute}
      value={source.resourceSchemaId}
      error={problemAt("resourceSchemaId")}
      disabled={disabled}
      onChange={(resourceSchemaId) => onChange({ resourceSchemaId })}
    />
  ) : (
    <FieldChoice
      all={all}
      label={t.field}
      value={source.midpointUserFieldId}
      error={problemAt("midpointUserFieldId")}
      disabled={disabled}
      onChange={(midpointUserFieldId) => onChange({ midpointUserFieldId })}
    />
  );
}

function SourceSteps({
  of,
  part,
  source,
  steps,
  problemAt,
  disabled,
  onChange,
}: {
  readonly of: string;
  readonly part: string;
  readonly source: MappingAttributeDraft;
  readonly steps: readonly string[];
  readonly problemAt: (path: string) => string | null;
  readonly disabled: boolean;
  readonly onChange: (formats: MappingAttributeDraft["formats"]) => void;
}) {
  const t = useMessages(mappingMessages);
  const [first] = steps;
  return (
    <>
      {first !== undefined && source.type === "FIELD" && (
        <p className={styles.stepValue}>
          <span className="visually-hidden">{t.valueBefore}</span>
          <output>{first === "" ? t.emptyValue : first}</output>
        </p>
      )}
      <Pipeline
        of={of}
        part={part}
        formats={source.formats}
        steps={steps}
        error={(at) => problemAt(`formats/${at}`)}
        disabled={disabled}
        onChange={onChange}
      />
    </>
  );
}
