/**
 * The mapping from database values to JavaScript values: like `pg`, but int8 and numeric are numbers. Both databases
 * use this table, so that a query returns the same values on either.
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
