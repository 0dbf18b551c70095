/**
 * Saves a file from chunks: directly to disk if the browser lets a page write to a chosen file, otherwise as a download
 * of the collected chunks, which the browser stores outside of the page's memory. Also reads chosen files.
 */
import type { FileSink, FileToSave } from "../kernel/filePorts.ts";

/** TypeScript's DOM types do not include it yet. */
interface SavePicker {
  readonly showSaveFilePicker?: (options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

/** Bytes collected before they become a blob. */
const GATHERED = 16 * 2 ** 20;
/** Milliseconds after which a download has certainly read its blob. */
const TAKEN = 60_000;

/** Must be called while the click's user activation lasts. */
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
    // Blocked here, for example in a frame of another site. A download still works.
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

/** A file's bytes in Base64, encoded by the browser. */
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
