import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { TRANSFORMS, type MappingFormat } from "#events/entities/mapping.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import { moved, replaced } from "./rules.ts";
import { useFollowingFocus } from "./useFollowingFocus.ts";

const MAX_STEPS = 10;

/**
 * The transforms of a source in their order.
 *
 * @param steps the value of the previewed object before the first transform and after each; empty if there is none
 */
export function Pipeline({
  of,
  part,
  formats,
  steps,
  error,
  disabled,
  onChange,
}: {
  /** The name of the source. */
  readonly of: string;
  /** The name of its menu among those of the screen. */
  readonly part: string;
  readonly formats: readonly MappingFormat[];
  readonly steps: readonly string[];
  readonly error: (at: number) => string | null;
  readonly disabled: boolean;
  readonly onChange: (formats: MappingFormat[]) => void;
}) {
  const t = useMessages(mappingMessages);
  const menu = useDisclosure(part);
  const { list, follow } = useFollowingFocus<HTMLOListElement>(formats);
  const move = (from: number, to: number, button: string) => {
    follow(to, button);
    onChange(moved(formats, from, to));
  };
  return (
    <div className={styles.pipeline}>
      {formats.length > 0 && (
        <ol ref={list} className={styles.steps} aria-label={t.pipelineOf(of)}>
          {formats.map((format, at) => (
            <li key={at} className={styles.step} data-at={at}>
              <div className={styles.stepLine}>
                <span className={styles.stepName}>{t.transforms[format.transform]}</span>
                {!disabled && (
                  <span className={styles.stepActions}>
                    <IconButton
                      size="small"
                      label={t.moveUp(t.transforms[format.transform], at + 1, formats.length)}
                      icon={<IconArrowUp size={16} />}
                      data-button="up"
                      idle={at === 0}
                      onClick={() => move(at, at - 1, "up")}
                    />
                    <IconButton
                      size="small"
                      label={t.moveDown(t.transforms[format.transform], at + 1, formats.length)}
                      icon={<IconArrowDown size={16} />}
                      data-button="down"
                      idle={at === formats.length - 1}
                      onClick={() => move(at, at + 1, "down")}
                    />
                    <IconButton
                      size="small"
                      label={t.removeStep(t.transforms[format.transform], at + 1)}
                      icon={<IconTrash size={16} />}
                      data-button="remove"
                      onClick={() => {
                        follow(Math.max(at - 1, 0), "remove");
                        onChange(formats.filter((_format, index) => index !== at));
                      }}
                    />
                  </span>
                )}
              </div>
              {format.transform === "SUBSTRING" && (
                <div className={styles.numbers}>
                  <NumberField
                    label={t.start}
                    description={t.startHint}
                    min={-10_000}
                    max={10_000}
                    disabled={disabled}
                    value={format.start ?? 0}
                    onChange={(start) =>
                      onChange(replaced(formats, at, { ...format, start: start ?? 0 }))
                    }
                  />
                  <NumberField
                    label={t.length}
                    description={t.lengthHint}
                    min={1}
                    max={10_000}
                    disabled={disabled}
                    value={format.length ?? null}
                    onChange={(length) =>
                      onChange(replaced(formats, at, withLength(format, length)))
                    }
                  />
                </div>
              )}
              {error(at) !== null && <p className={styles.problem}>{error(at)}</p>}
              {steps[at + 1] !== undefined && (
                <p className={styles.stepValue}>
                  <span className="visually-hidden">{t.after}</span>
                  <output>{steps[at + 1] === "" ? t.emptyValue : steps[at + 1]}</output>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {!disabled && formats.length < MAX_STEPS && (
        <Menu
          {...menu}
          trigger={
            <Button size="small" variant="quiet" icon={<IconPlus />} aria-label={t.addStepTo(of)}>
              {t.addStep}
            </Button>
          }
          entries={TRANSFORMS.map((transform) => ({
            kind: "action" as const,
            label: t.transforms[transform],
            onSelect: () =>
              onChange([
                ...formats,
                transform === "SUBSTRING" ? { transform, start: 0, length: 1 } : { transform },
              ]),
          }))}
        />
      )}
    </div>
  );
}

function withLength(format: MappingFormat, length: number | null): MappingFormat {
  const { length: _length, ...rest } = format;
  return length === null ? rest : { ...rest, length };
}
