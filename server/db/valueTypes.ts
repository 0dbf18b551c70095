/**
 * How values of the database become JavaScript values: as in `pg`, but int8 and numeric are numbers. Both
 * databases are read through this one table, so that a query yields the same values on either.
 */
import pg from "pg";

const INT8 = 20;
const NUMERIC = 1700;

export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary" && (oid === INT8 || oid === NUMERIC)) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};
