/** The content of one schema migration. */
export interface Migration {
  /** Number and name of the file; sorts in the order of application. */
  name: string;
  /** One SQL statement each. */
  statements: readonly string[];
}
