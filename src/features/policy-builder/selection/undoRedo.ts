/** Undo and redo of selection steps. */
import { combine, createEvent, createStore, sample } from "effector";
import type { Language } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyBuilder.ts";
import { offerCommands, runCommand } from "../../../kernel/commands.ts";
import { $locale } from "../../../kernel/language.ts";
import { createAction, onLive } from "../../../kernel/recorder.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";
import { $tableResult } from "../table/tableQuery.ts";
import { $builder } from "../model.ts";
import { describeStep, nameStep, type NamedStep } from "./selectionSteps.ts";
import { builderMessages } from "../messages.ts";

const takeBack = createAction(actions.selectionUndone);
const bringBack = createAction(actions.selectionRedone);

/** Do nothing if there is nothing to undo or redo. */
export const undo = createEvent<void>();
export const redo = createEvent<void>();
sample({
  clock: undo,
  source: $builder,
  filter: ({ ops }) => ops.length > 0,
  fn: () => ({}),
  target: takeBack,
});
sample({
  clock: redo,
  source: $builder,
  filter: ({ undone }) => undone.length > 0,
  fn: () => ({}),
  target: bringBack,
});

/** The names of all steps, including undone ones; derived, because the worker provides them. */
const $names = createStore<readonly NamedStep[]>([], { serialize: "ignore" });
sample({
  clock: [
    onLive(actions.entitlementTicked),
    onLive(actions.rangeTicked),
    onLive(actions.resourceTicked),
    onLive(actions.allShownTicked),
  ],
  source: { names: $names, builder: $builder, tableResult: $tableResult },
  filter: ({ builder }) => builder.ops.length > 0,
  fn: ({ names, builder, tableResult }) => {
    const at = builder.ops.length - 1;
    const op = builder.ops[at];
    if (op === undefined) return names;
    const current =
      tableResult?.builder.text === builder.text &&
      tableResult.builder.threshold === builder.threshold &&
      tableResult.builder.resources === builder.resources;
    const name = nameStep(op, {
      rows: tableResult?.rows ?? [],
      resourceNames: tableResult?.summary.resources.map((resource) => resource.name) ?? [],
      shown: current && tableResult ? tableResult.view.shown.entitlements : null,
    });
    return [...names.slice(0, at), name];
  },
  target: $names,
});

/** What Undo and Redo would do; null if unavailable. */
export const $undoable = combine($builder, $names, $locale, ({ ops }, names, language) =>
  ops.length > 0 ? describe(names[ops.length - 1], language) : null,
);
export const $redoable = combine($builder, $names, $locale, ({ ops, undone }, names, language) =>
  undone.length > 0 ? describe(names[ops.length], language) : null,
);

const UNDO = "policyBuilder:undo";
const REDO = "policyBuilder:redo";
sample({
  clock: combine([$undoable, $redoable, $locale] as const).updates,
  fn: ([undoable, redoable, language]) => {
    const t = messagesOf(builderMessages, language);
    return {
      by: "policyBuilder",
      commands: [
        ...(undoable === null ? [] : [{ id: UNDO, label: t.undoStep(undoable) }]),
        ...(redoable === null ? [] : [{ id: REDO, label: t.redoStep(redoable) }]),
      ],
    };
  },
  target: offerCommands,
});
sample({ clock: runCommand, filter: (id) => id === UNDO, fn: () => undefined, target: undo });
sample({ clock: runCommand, filter: (id) => id === REDO, fn: () => undefined, target: redo });
/** Steps of a replayed log have no names. */
function describe(step: NamedStep | undefined, language: Language): string {
  return step ? describeStep(step, messagesOf(builderMessages, language)) : "";
}
