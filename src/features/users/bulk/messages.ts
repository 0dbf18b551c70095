import type { BulkKind } from "#events/entities/bulkChange.ts";
import { createCatalogue } from "../../../ui/language/catalogue.ts";
import { formatsOf } from "../../../ui/language/formats.ts";
import { sentence } from "../../../ui/language/sentence.ts";

const { count, counted } = formatsOf("en");

const kinds: Readonly<Record<BulkKind | "done" | "late", string>> = {
  create: "Create",
  change: "Change",
  archive: "Archive",
  restore: "Restore",
  unchanged: "Unchanged",
  refused: "Refused",
  done: "Done",
  late: "Not applied",
};

const english = {
  title: "Bulk Changes",
  context: "Create, change, archive and restore many users with a CSV or Excel file.",
  downloadUsers: "Download all users",
  chooseFile: "Choose a file",
  fileHint:
    "or drop a CSV or Excel file (.xlsx) here. Provision checks it first and changes nothing until you apply it.",
  theFile: "The file",
  selectedUsers: "Selected users",
  rules: (columns: string) => [
    `Its first line names the columns: ${columns}. Only username is required.`,
    "Unknown usernames are created. Users not in the file are unchanged.",
    "A missing column leaves its field unchanged; an empty cell clears it, except where yes or no is expected.",
    "Several roles or resources in one cell are separated by semicolons.",
  ],
  checking: "Checking the file",
  checkingHint: "A file of 100,000 lines takes about a minute.",
  notChecked: "This file can't be used",
  notFound: "This check no longer exists",
  notFoundHint: "A check is kept for a week and only its creator can open it.",
  notLoaded: "The check could not be loaded",
  tryAgain: "Try again",
  anotherFile: "Choose another file",
  lines: "Lines",
  all: "All",
  kinds,
  apply: (lines: number) => `Apply ${counted(lines, { one: "change", other: "changes" })}`,
  goOn: (lines: number) => `Apply the other ${counted(lines, { one: "change", other: "changes" })}`,
  sendEmails: "Email an invitation to new users",
  saveEmails: "Save an invitation for new users on the server (email is not set up)",
  applying: "Applying the file",
  progress: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  stopped: "Only part of the file was applied",
  stoppedHint: (message: string) =>
    `${sentence(message)} Applied lines stay applied. You can still apply the others.`,
  nothingToApply: "Nothing in this file can be applied.",
  applied: (lines: number) =>
    `${counted(lines, { one: "line was", other: "lines were" })} applied.`,
  late: (lines: number) =>
    `${counted(lines, { one: "line was", other: "lines were" })} not applied because something changed after the check.`,
  downloadResult: "Download as CSV",
  line: (line: number) => `Line ${line}`,
  lineHeader: "Line",
  whatHeader: "User and changes",
  nobody: "No username",
  noChange: "No changes",
  openUser: "Open the user",
};

export type BulkMessages = typeof english;
export const bulkMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
