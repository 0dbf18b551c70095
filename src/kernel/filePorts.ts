/** File and document ports: saving and choosing files, copying texts, printing pages. */
import { attach, createEffect } from "effector";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { missingPort } from "./ports.ts";

export interface FileToSave {
  /** A proposal; the user may choose another. */
  readonly name: string;
  /** Media type, without parameters. */
  readonly type: string;
  /** Including its dot. */
  readonly extension: string;
}

/** Bytes are written in order, and the file is invisible until the end. */
export interface FileSink {
  /** Resolves when it accepts more. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Completes the file. */
  readonly close: () => Promise<void>;
  /** Discards the file. */
  readonly abort: () => Promise<void>;
}

/**
 * Port: opens a file, at a destination that the user chooses if the browser supports it; null if the user chose none.
 */
export const openFileFx = createEffect<FileToSave, FileSink | null>({
  sid: "port/openFile",
  handler: missingPort("openFile"),
});

/** Port: the bytes of a chosen file in Base64. It fails if the file can no longer be read. */
export const readFileFx = createEffect<File, string>({
  sid: "port/readFile",
  handler: missingPort("readFile"),
});

/** Part `part` of a file in Base64, counted from 0. */
export const readPartFx = attach({
  effect: readFileFx,
  mapParams: ({ content, part }: { readonly content: File; readonly part: number }) => {
    const from = part * IMPORT_PART_BYTES;
    return new File([content.slice(from, from + IMPORT_PART_BYTES)], content.name);
  },
});

/** Port: copies a text to the clipboard. It fails if the browser refuses. */
export const copyTextFx = createEffect<string, void>({
  sid: "port/copyText",
  handler: missingPort("copyText"),
});

/** Port: opens the browser's print dialog. */
export const printPageFx = createEffect<void, void>({
  sid: "port/printPage",
  handler: missingPort("printPage"),
});
