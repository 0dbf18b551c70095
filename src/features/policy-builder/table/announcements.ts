/** Announcements about the table for assistive technology: the effects of undo, redo, sorting and filters. */
import { createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyBuilder.ts";
import { $locale } from "../../../kernel/language.ts";
import { onLive } from "../../../kernel/recorder.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";
import { $tableResult, type TableResult } from "./tableQuery.ts";
import { describeSort } from "./rules.ts";
import { $redoable, $undoable } from "../selection/undoRedo.ts";
import { builderMessages } from "../messages.ts";

const SILENT = { count: 0, text: "" };

/** The text of a live region; `count` distinguishes repeated messages. */
export const $announcement = createStore(SILENT, { serialize: "ignore" })
  // Announcements of another builder are dropped, because it may be another user's.
  .on(onLive(screenOpened), () => SILENT);
const undone = sample({
  clock: onLive(actions.selectionUndone),
  source: { name: $redoable, language: $locale },
  fn: ({ name, language }) => messagesOf(builderMessages, language).undone(name ?? ""),
});
const redone = sample({
  clock: onLive(actions.selectionRedone),
  source: { name: $undoable, language: $locale },
  fn: ({ name, language }) => messagesOf(builderMessages, language).redone(name ?? ""),
});
const sorted = sample({
  clock: onLive(actions.sorted),
  source: $locale,
  fn: (language, { payload }) => describeSort(payload.sort, messagesOf(builderMessages, language)),
});

/** The first answer with changed filters. The slider announces its own value. */
const $filtered = createStore<{ readonly answer: TableResult; readonly isFirst: boolean } | null>(
  null,
  { serialize: "ignore" },
).on($tableResult, (before, answer) => {
  if (answer === null) return null;
  if (before === null) return { answer, isFirst: true };
  const { text, resources } = before.answer.builder;
  const same = answer.builder.text === text && answer.builder.resources === resources;
  return same ? before : { answer, isFirst: false };
});
const filtered = sample({
  clock: $filtered.updates.filterMap((now) => (now?.isFirst === false ? now.answer : undefined)),
  source: $locale,
  fn: (language, { view: { shown } }) =>
    messagesOf(builderMessages, language).shown(shown.entitlements, shown.resources),
});

sample({
  clock: [undone, redone, sorted, filtered],
  source: $announcement,
  fn: ({ count }, text) => ({ count: count + 1, text }),
  target: $announcement,
});
