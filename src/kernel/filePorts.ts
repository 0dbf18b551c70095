/** What leaves the page and what comes in: files that people save and choose, texts that they copy, pages that they print. */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

export interface FileToSave {
  /** Proposed; the person may choose another. */
  readonly name: string;
  /** Media type, without parameters. */
  readonly type: string;
  /** With its dot. */
  readonly extension: string;
}

/** Bytes go out in order, and nothing is there before the end. */
export interface FileSink {
  /** Resolves when more may come. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The file is whole. */
  readonly close: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly abort: () => Promise<void>;
}

/** Port: begins a file, asking where it should go if the browser can; null when the person chose no place. */
export const openFileFx = createEffect<FileToSave, FileSink | null>({
  sid: "port/openFile",
  handler: missingPort("openFile"),
});

/** Port: the bytes of a file that somebody chose, in Base64. It fails where the file cannot be read any more. */
export const readFileFx = createEffect<File, string>({
  sid: "port/readFile",
  handler: missingPort("readFile"),
});

/** Port: puts a text on the clipboard. It fails where the browser refuses that. */
export const copyTextFx = createEffect<string, void>({
  sid: "port/copyText",
  handler: missingPort("copyText"),
});

/** Port: opens the browser's dialog for printing the page. */
export const printPageFx = createEffect<void, void>({
  sid: "port/printPage",
  handler: missingPort("printPage"),
});
