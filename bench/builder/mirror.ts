/**
 * The builder's expected state after each step: the analytics core, queried in this process before any measurement. The
 * bench recognises the frame with the answer by it, and checks the answer.
 */
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import type {
  BuilderQuery,
  SelectionOp,
  TableRow,
  TableSort,
} from "#workers/analytics/contract.ts";
import { sortAfter } from "#src/features/policy-builder/table/rules.ts";
import { summarizeApply } from "#src/features/policy-builder/apply/summary.ts";
import { generateReportChunks } from "../support/generateReport.ts";
import { FIRST_QUERY } from "../support/firstQuery.ts";
import { ROWS_LOOKED_AT, tableState } from "./tableState.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

const TICKS = { checked: "x", partial: "-", unchecked: " " } as const;

export class Mirror {
  readonly #core = createAnalyticsCore();
  #query = FIRST_QUERY;
  #rows: readonly TableRow[] = [];
  #allShown: "checked" | "unchecked" | "partial" = "checked";

  static async of(rows: number, resources: number, seed: number): Promise<Mirror> {
    const mirror = new Mirror();
    const core = mirror.#core;
    const load = core.beginLoad();
    for (const chunk of generateReportChunks(rows, resources, seed)) {
      const progress = core.loadChunks(load, [chunk]);
      if (!progress.ok) throw new Error(progress.reason.code);
    }
    const reply = await core.endLoad(load);
    if (!reply.ok) throw new Error(reply.reason.code);
    core.setPolicy(null);
    mirror.#ask({});
    return mirror;
  }

  text(text: string): string {
    return this.#ask({ text });
  }

  threshold(threshold: number): string {
    return this.#ask({ threshold });
  }

  collapseAll(collapsed: boolean): string {
    return this.#ask({ collapsed: { all: collapsed, except: [] } });
  }

  /** A press on a column header. */
  sort(column: TableSort["column"]): string {
    return this.#ask({ sort: sortAfter(this.#query.sort, column) });
  }

  /** Undo of the newest selection step. */
  undo(): string {
    return this.#ask({ opsFrom: this.#query.opsFrom - 1 });
  }

  /** The checkbox of the row at a table position below ROWS_LOOKED_AT. */
  tick(place: number): string {
    const row = this.#rows[place];
    if (!row) throw new Error(`The table has no row ${place}`);
    return this.#do(
      row.kind === "entitlement"
        ? { kind: "entitlement", row: row.row, ticked: !row.ticked }
        : {
            kind: "resource",
            resource: row.resource,
            ticked: row.state !== "checked",
            text: this.#query.text,
          },
    );
  }

  /** The checkbox in the table header. */
  tickAll(): string {
    const { text, resources, threshold } = this.#query;
    const ticked = this.#allShown !== "checked";
    return this.#do({ kind: "matching", ticked, text, resources, threshold });
  }

  #do(op: SelectionOp): string {
    const state = this.#ask({ ops: [op] });
    this.#query = { ...this.#query, opsFrom: this.#query.opsFrom + 1, ops: [] };
    return state;
  }

  #ask(change: Partial<BuilderQuery>): string {
    this.#query = { ...this.#query, ...change };
    const reply = this.#core.query(this.#query);
    if (!reply.ok) throw new Error(reply.code);
    const { view } = reply;
    const window = this.#core.window(view.generation, { start: 0, end: ROWS_LOOKED_AT });
    this.#rows = window?.rows ?? [];
    this.#allShown = view.shownState;
    const rows = this.#rows.map(
      (row) =>
        ({
          name: row.name,
          ticked: row.kind === "resource" ? TICKS[row.state] : row.ticked ? "x" : " ",
        }) as const,
    );
    return tableState(view.rowCount, summarizeApply(view, builderMessages.english), rows);
  }
}
