/**
 * User actions are recorded, and the visible state follows from them: state belongs in projections. Other state is
 * listed here with the reason why a replay does not need it, as are events that the recorder does not stamp.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALL_EVENTS } from "#events/catalogue.ts";

const src = join(import.meta.dirname, "../../src");

const INSPECTOR = "state of the inspector, which shows a log and changes nothing";
const SECRET = "a password, which must not be recorded";
const FOCUS = "the keyboard position, like the focus; the resulting action is recorded";
const PORT = "the progress of a port, which a replay does not have; its result is recorded";
const DERIVED = "derived from projections and the worker's answers";

/** State of components. */
const STATE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "app/palette/LazyPalette.tsx": { late: "loaded code; a failed load is recorded" },
  "app/replay/EventList.tsx": { filter: INSPECTOR, text: INSPECTOR },
  "app/replay/LiveInspector.tsx": { history: INSPECTOR, count: INSPECTOR, isOpen: INSPECTOR },
  "app/replay/ReplayScreen.tsx": { stage: INSPECTOR, size: INSPECTOR },
  "app/replay/ReplayView.tsx": {
    place: INSPECTOR,
    broken: INSPECTOR,
    replay: INSPECTOR,
    passed: INSPECTOR,
    divergence: INSPECTOR,
    isDivergenceRead: INSPECTOR,
    failure: INSPECTOR,
    isNoticeOpen: INSPECTOR,
  },
  "app/replay/useFoundEvents.ts": { found: INSPECTOR },
  "features/groupings/TreePanel.tsx": { over: "where the pointer is" },
  "features/login/View.tsx": { password: SECRET },
  "features/policy-builder/threshold/Threshold.tsx": { hovered: "where the pointer is" },
  "features/policy-builder/table/useProgressiveRender.ts": {
    stage: "how much of the screen is rendered so far",
  },
  "features/users/bulk/LineDetail.tsx": { line: "the content of the dialog while it fades out" },
  "panels/useUnits.ts": { typed: SECRET },
  "ui/CommandPalette.tsx": { at: FOCUS },
  "ui/FileDrop.tsx": { isOver: "where the pointer is" },
  "ui/FilterDropdown.tsx": { active: FOCUS },
  "ui/Form.tsx": { look: "renders again, to find the invalid field" },
  "ui/NumberField.tsx": {
    limit: "why the number differs from the typed one; the number is recorded",
  },
  "ui/SharedTooltip.tsx": { shown: "where the pointer or the focus is" },
  "ui/list-panel/ListFilters.tsx": {
    draft: "a filter before it is applied; applying it is recorded",
  },
  "ui/list-panel/ListPanel.tsx": {
    partly: "how much of a range was selected; the selection is recorded",
  },
  "ui/useScrollStop.ts": { isScrollStop: "whether the text is higher than the screen" },
  "ui/language/LanguageProvider.tsx": { shown: "the language, once its messages are loaded" },
  "ui/virtual-rows/VirtualRows.tsx": { wanted: FOCUS, elementsOf: "elements instead of state" },
  "ui/virtual-rows/useRowWindow.ts": { drawn: "the scroll position of the rendered rows" },
};

/** Effector events and stores not created by the recorder. */
const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "app/model.ts": {
    $screenModules: "loaded code",
    $loading: PORT,
    $again: "whether a failed screen is being retried, which is recorded",
  },
  "app/lazyModels.ts": {
    $hasModels: "loaded code",
    codeArrived: "loaded code",
    $folded: "loaded code",
  },
  "app/palette/model.ts": { chooseEntry: "leads to palette/chosen and the entry's action" },
  "app/performance/model.ts": { $begun: PORT },
  "app/keepAliveLoader.ts": { $KeepAlive: "loaded code" },
  "features/login/singleSignOn.ts": { $answer: "a secret of the provider, kept until it is sent" },
  "features/second-factor/setUp.ts": {
    $totpSetup: "a secret, kept until the authenticator app has it",
  },
  "features/second-factor/recoveryCodes.ts": {
    $recoveryCodes: "secrets, kept until the user has saved them",
  },
  "features/second-factor/profile.ts": {
    beginTotpAgain: "leads to factors/beginTotpRequested",
  },
  "features/policy-builder/threshold/thresholdDrag.ts": {
    dragThreshold: "leads to policyBuilder/thresholdMoved",
    setThreshold: "leads to policyBuilder/thresholdMoved",
    $held: "the state rendered around the slider until the next frame",
  },
  "features/policy-builder/table/tableQuery.ts": {
    placeTable: FOCUS,
    $place: FOCUS,
    $known: DERIVED,
    $failed: DERIVED,
  },
  "features/policy-builder/apply/apply.ts": {
    $unchanging: "the pending change, which the call has recorded",
    $clearingAsked: FOCUS,
  },
  "features/policy-builder/apply/confirm.ts": {
    $held: "the list to send, which may be as long as the report",
  },
  "features/policy-builder/report/download.ts": { $transfer: "the progress of a download" },
  "features/policy-builder/model.ts": {
    pressHeader: "leads to policyBuilder/sorted",
    toggleRow: "leads to a tick of the row's kind",
    toggleRangeTo: "leads to policyBuilder/rangeTicked, or without a start to a tick of the row",
  },
  "features/policy-builder/table/resourceFilter.ts": {
    chooseResources: "leads to policyBuilder/resourceFilterChanged",
    clearFilters: "leads to the changes of both filters",
    $counted: DERIVED,
  },
  "features/policy-builder/table/scrolling.ts": {
    showRows: "leads to policyBuilder/tableScrolled if other rows are needed",
    $seen: "which rows were in view before",
  },
  "features/policy-builder/table/table.ts": { $known: DERIVED },
  "features/policy-builder/table/announcements.ts": {
    $announcement: "the text for screen readers, derived from what is recorded",
    $filtered: DERIVED,
  },
  "features/policy-builder/table/typeAhead.ts": { typeAhead: FOCUS, $found: FOCUS },
  "features/policy-builder/selection/undoRedo.ts": {
    undo: "leads to policyBuilder/selectionUndone if a change can be undone",
    redo: "leads to policyBuilder/selectionRedone if a change can be redone",
    $names: DERIVED,
  },
  "data/session/clients.ts": {
    chooseClient: "leads to session/clientChosen or session/clientHeld",
  },
  "features/import/model.ts": {
    pickFile: "leads to import/fileChosen",
    $files: "the chosen files, whose content is not recorded",
    $sending: PORT,
  },
  "features/systems/uploadModel.ts": {
    pickFile: "leads to systems/fileChosen",
    $file: "the chosen file, whose content is not recorded",
  },
  "features/systems/textFileModel.ts": {
    pickTextFile: "leads to systems/textFileWanted",
    $isBusy: "constant",
    $file: "the chosen file, whose content is not recorded",
  },
  "features/systems/authorizationModel.ts": { $reply: "a secret" },
  "features/event-log/model.ts": { $exportPercent: PORT },
  "features/event-log/replaying.ts": {
    pickLog: "leads to log/replayChosen",
    $opening: PORT,
    $file: PORT,
    $opened: PORT,
  },
  "features/support-log/attachment.ts": {
    $content: "the file to attach, which is a log itself",
  },
  "kernel/calls.ts": {
    anyCallFailed: "follows the failed event of a call",
    $waiting: PORT,
    $dropped: PORT,
    start: "leads to the requested event of a call",
  },
  "kernel/checkedFile.ts": {
    $content: "the bytes of the file, which must not be recorded",
  },
  "kernel/commands.ts": {
    offerCommands: DERIVED,
    runCommand: "leads to the action of the screen that offered it",
    $offers: DERIVED,
  },
  "kernel/createForm.ts": { $sentValues: "the values sent last, which the call has recorded" },
  "kernel/fileInput.ts": {
    pick: "leads to the event of a chosen file, such as bulkChanges/fileChosen",
    $file: "the file itself, which is not JSON",
  },
  "kernel/language.ts": {
    messagesArrived: "loaded messages",
    $locale: "the language, once its messages are loaded",
  },
  "kernel/download.ts": {
    $run: PORT,
    $isCancelled: PORT,
    write: "leads to the recorded end of a download",
  },
  "kernel/task.ts": {
    start: "follows a recorded event, and leads to the recorded outcome of a task",
    $newest: PORT,
  },
  "kernel/emailLinkToken.ts": {
    $linkToken: "the token of a mailed link, which must not be recorded",
  },
  "kernel/latest.ts": {
    ask: "leads to query/wanted",
    $asked: "the latest request, which the call has recorded",
  },
  "kernel/log/ports.ts": { exportProgressed: "the progress of an export" },
  "kernel/navigation.ts": {
    workChanged: "leads to navigation/unsavedChanged",
    $unsavedWork: DERIVED,
    navigateTo: "leads to navigation/navigated or navigation/leavingHeld",
    browserMoved: "leads to navigation/navigated or navigation/leavingHeld",
  },
  "kernel/poll.ts": { $pollId: "the newest delay before the recorded next request" },
  "kernel/notifications.ts": {
    holdNotifications: "where the pointer or the focus is; the end of a notification is recorded",
    $held: "where the pointer or the focus is",
    $move: "the origin of the last navigation, whose result is recorded",
  },
  "kernel/disclosures.ts": { leavePart: "leads to parts/toggled if the part was open" },
  "kernel/ports.ts": { tabMessageReceived: "a message from another tab, whose result is recorded" },
  "kernel/projection.ts": {
    stateChanged: "follows the recorded events",
    statesRestored: "sets the states of a replay to those of the log",
    $state: "the projections themselves",
  },
  "kernel/recorder.ts": {
    recorded: "the log itself",
    $log: "the log itself",
    act: "stamped by the recorder",
    follow: "stamped by the recorder",
  },
  "kernel/dispatchByType.ts": { known: "one kind of the given events" },
  "kernel/tableSnapshot.ts": {
    showResult: DERIVED,
    $tableSnapshot: DERIVED,
    wantResult: DERIVED,
    $visibleQuestion: DERIVED,
  },
};

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));

/** The names given to calls of these functions, as `path name`; a call without a name is listed by its line. */
function madeBy(functions: string): readonly string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(String.raw`\b(?:${functions})\s*[<(]`, "g"))].map(({ index }) => {
      const before = text.slice(0, index);
      const name = /\bconst \[?[\s,]*([\w$]+)[^;]*$/.exec(before.slice(-300))?.[1];
      return `${path} ${name ?? `line ${before.split("\n").length}`}`;
    }),
  );
}

function listed(table: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  return Object.entries(table).flatMap(([path, names]) =>
    Object.keys(names).map((name) => `${path} ${name}`),
  );
}

it("contains only the listed state of components", () => {
  expect(madeBy("useState|useReducer").toSorted()).toEqual(listed(STATE).toSorted());
});

it("contains only the listed events and stores of Effector", () => {
  const made = madeBy("createEvent|createStore|createApi|createDomain|restore");
  expect(made.toSorted()).toEqual(listed(UNITS).toSorted());
});

it("names existing events", () => {
  const reasons = [STATE, UNITS].flatMap(Object.values).flatMap(Object.values<string>);
  const named = reasons.flatMap((reason) => reason.match(/\b\w+\/\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((type) => !ALL_EVENTS.has(type))).toEqual([]);
});

it("has no other way to keep state", () => {
  const renamed = /\b(?:useState|useReducer|createEvent|createStore|restore) as\b/;
  expect(sources.filter(({ text }) => renamed.test(text)).map(({ path }) => path)).toEqual([]);
  // A screen's crash is recorded.
  const classes = sources.filter(({ text }) => /\bextends (?:Pure)?Component\b/.test(text));
  expect(classes.map(({ path }) => path)).toEqual(["app/ScreenBoundary.tsx"]);
});

it("contains no state inside a widget: its owner decides whether it is open and what it shows", () => {
  const opening =
    /<(?:\w*(?:Popover|Dialog|Menu|Select|Combobox|Collapsible)\.Root|details)\b[^<]*/g;
  const roots = sources.flatMap(({ path, text }) =>
    [...text.matchAll(opening)].map(([tag]) => ({ path, tag })),
  );
  expect(roots.length).toBeGreaterThan(6);
  const own = roots.filter(({ tag }) => !/\sopen[=\s>]/.test(tag));
  expect(own).toEqual([]);
  const initial = /\bdefault(?:Open|Value|Checked|Pressed)=/;
  expect(sources.filter(({ text }) => initial.test(text)).map(({ path }) => path)).toEqual([]);
});
