/** A file whose text becomes the value of a field of the configuration, such as a certificate or a statement. */
import { createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import type { Message } from "#events/kernel/message.ts";
import { checkFile } from "#events/rules/validation.ts";
import { createFileInput } from "../../kernel/fileInput.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { configurationForm } from "./configurationModel.ts";
import { textOfFile } from "./configurationRules.ts";

const want = createAction(actions.textFileWanted);

export interface TextFile {
  readonly fieldId: string;
  /** Empty before the file is chosen. */
  readonly fileName: string;
  readonly refusal: Message | null;
}

/** The newest file of the open screen; null before one. */
export const $textFile = createProjection<TextFile | null>("systems/textFile", null, (on) => [
  on(screenOpened, () => null),
  on(actions.textFileWanted, (_file, { fieldId }) => ({ fieldId, fileName: "", refusal: null })),
  on(actions.textFileChosen, (file, { fileName }) => file && { ...file, fileName }),
  on(actions.textFileRefused, (file, { reason }) => file && { ...file, refusal: reason }),
]);

/** Another file may be chosen at any time. */
const $isBusy = createStore(false, { serialize: "ignore" });
const { pick, read } = createFileInput({
  chosen: actions.textFileChosen,
  refused: actions.textFileRefused,
  $isBusy,
  check: (bytes) => checkFile({ size: bytes }),
});

export const pickTextFile = createEvent<{ readonly fieldId: string; readonly file: File }>();
/** The file itself, which is not recorded. */
const $file = createStore<File | null>(null, { serialize: "ignore" }).on(
  pickTextFile,
  (_file, { file }) => file,
);
sample({ clock: pickTextFile, fn: ({ fieldId }) => ({ fieldId }), target: want });
sample({
  clock: sample({ clock: onLive(actions.textFileWanted), source: $file }).filterMap(
    (file) => file ?? undefined,
  ),
  target: pick,
});
sample({
  clock: sample({
    clock: read,
    source: $textFile,
    fn: (file, { payload: { content } }) =>
      file && { values: { [file.fieldId]: textOfFile(content) } },
  }).filterMap((change) => change ?? undefined),
  target: configurationForm.change,
});
