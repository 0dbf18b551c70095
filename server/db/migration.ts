/** What one step of the schema consists of. */
export interface Migration {
  /** Number and name, as the file is called; sorts in the order of application. */
  name: string;
  /** One SQL statement each. */
  statements: readonly string[];
}
