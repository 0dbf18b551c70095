/**
 * Saves a file from pieces: straight to disk where the browser lets a page write to a chosen place, elsewhere by a
 * download of what was gathered, which the browser keeps out of the page's memory. And reads what somebody chose.
 */
import type { FileSink, FileToSave } from "../kernel/filePorts.ts";

/** Not yet among the types of the DOM. */
interface SavePicker {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Bytes that are gathered before they are handed to the browser as a blob. */
const GATHERED = 16 * 2 ** 20;
/** Milliseconds until a download has surely taken its blob. */
const TAKEN = 60_000;

/** Must be called while the browser still counts the click that led to it. */
export async function openFile(file: FileToSave): Promise<FileSink | null> {
  const pick = (window as SavePicker).showSaveFilePicker;
  if (pick === undefined) return gather(file);
  try {
    const handle = await pick.call(window, {
      suggestedName: file.name,
      types: [{ accept: { [file.type]: [file.extension] } }],
    });
    const stream = await handle.createWritable();
    return {
      write: (bytes) => stream.write(bytes),
      close: () => stream.close(),
      abort: () => stream.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    // Refused here, as in a frame of another site: it can still be downloaded.
    return gather(file);
  }
}

function gather({ name, type }: FileToSave): FileSink {
  let parts: BlobPart[] = [];
  let size = 0;
  return {
    async write(bytes) {
      parts.push(bytes);
      size += bytes.byteLength;
      if (size < GATHERED) return;
      parts = [new Blob(parts)];
      size = 0;
    },
    async close() {
      download(new Blob(parts, { type }), name);
    },
    async abort() {
      parts = [];
    },
  };
}

export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN);
}

/** A file's bytes in Base64, as the browser itself makes it. */
export function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const { result } = reader;
      resolve(typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "");
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("No reason is known")));
    reader.readAsDataURL(file);
  });
}
