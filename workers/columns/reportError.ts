import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";

/** The reading position in a report. */
export type ReportPlace =
  /** Within a resource, from 1. */
  | { readonly kind: "resource"; readonly resource: number; readonly rows: number }
  /** After that many entitlements. */
  | { readonly kind: "rows"; readonly rows: number }
  /** At an entitlement, from 0. */
  | { readonly kind: "row"; readonly row: number };

/**
 * The bytes are not a mining report or not a policy. The reason names the problem and the byte offset, and quotes no
 * content.
 */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly code = "EBADREPORT";
  /** The offset of the problem. */
  readonly offset: number;
  /** The problem without its position. */
  readonly problem: Message;
  readonly reason: Message;

  constructor(problem: Message, offset: number, size: number, place: ReportPlace | null = null) {
    super(problem.code);
    this.problem = problem;
    this.offset = offset;
    this.reason = reasonOf(problem, offset, size, place);
  }
}

function reasonOf(problem: Message, at: number, size: number, place: ReportPlace | null): Message {
  const bytes = { problem, at, size };
  switch (place?.kind) {
    case "resource":
      return message("reports.badInResource", {
        ...bytes,
        resource: place.resource,
        rows: place.rows,
      });
    case "rows":
      return message("reports.badAfterRows", { ...bytes, rows: place.rows });
    case "row":
      return message("reports.badRow", { ...bytes, row: place.row });
    default:
      return message("reports.bad", bytes);
  }
}
