/**
 * Connects a PostgreSQL database: reads accounts from a table, a view or a SELECT, and changes them with statements of the
 * configuration. The user of the connection needs no more rights than these statements: everything that reads runs in a
 * read-only transaction, but a function that the SELECT calls may do what that user may.
 */
import type { TestStep } from "#events/entities/connector.ts";
import type { Configuration, Connection, Connector, ConnectorEnvironment } from "../contract.ts";
import { fields, WRITE_STATEMENTS } from "./fields.ts";
import { toProblem } from "./problems.ts";
import { readAccounts, readChanges } from "./read.ts";
import { openSession, type Session } from "./session.ts";
import { hasText, readQueries, readTarget, type Queries } from "./settings.ts";
import { describeTable, findColumn, toObjectClass, toObjects, type Table } from "./table.ts";
import { begin } from "./transaction.ts";
import { createWriter } from "./write.ts";

const CAPABILITIES = {
  paging: true,
  sync: true,
  write: true,
  activation: true,
  associations: true,
} as const;

export const sqlConnector: Connector = {
  id: 4,
  key: "sql",
  kinds: ["export", "hr"],
  tags: ["database"],
  available: true,
  capabilities: CAPABILITIES,
  configuredCapabilities: (configuration) => ({
    ...CAPABILITIES,
    sync: hasText(configuration, "changeColumn"),
    write: WRITE_STATEMENTS.some((name) => hasText(configuration, name)),
    activation: (["activate", "deactivate"] as const).every((name) => hasText(configuration, name)),
  }),
  fields,
  authorization: null,
  open: async (configuration, environment) => connect(configuration, environment),
};

function connect(configuration: Configuration, environment: ConnectorEnvironment): Connection {
  const target = readTarget(configuration);
  const secrets = [target.password];
  const { answerTime } = environment;
  let checked: Queries | null = null;
  const queries = (): Queries => (checked ??= readQueries(configuration));
  /** Unfinished reads end when the connection is closed. */
  const sessions = new Set<Session>();
  async function open(passed?: (step: TestStep) => void): Promise<Session> {
    const session = await openSession(target, environment, passed);
    for (const one of sessions) if (one.isLost) sessions.delete(one);
    sessions.add(session);
    return session;
  }
  const shared = { open: () => open(), queries, answerTime, secrets };
  const writer = WRITE_STATEMENTS.some((name) => hasText(configuration, name))
    ? createWriter(shared)
    : null;

  /** @param passed called after each step that succeeded, up to `find` */
  async function withTable<Result>(
    passed: (step: TestStep) => void,
    work: (session: Session, table: Table) => Promise<Result>,
  ): Promise<Result> {
    const session = await open(passed);
    let step: TestStep = "find";
    try {
      const parsed = queries();
      await begin(session, "read only", answerTime);
      const table = await describeTable(session, parsed);
      await checkStatements(session, parsed, table);
      passed("find");
      step = "read";
      return await work(session, table);
    } catch (error) {
      throw toProblem(error, step, secrets);
    } finally {
      await session.close();
    }
  }

  return {
    async test() {
      const passed: TestStep[] = [];
      await withTable(
        (step) => passed.push(step),
        async (session, table) => {
          const { rows } = await session.query(`select * from ${table.source} as source limit 1`);
          await toObjects(session, table, queries(), rows);
        },
      );
      return [...passed, "read"];
    },
    discoverSchema: () =>
      withTable(
        () => {},
        async (_session, table) => [toObjectClass(table, queries())],
      ),
    search: (_objectClass, pageSize) => readAccounts(shared, pageSize),
    sync: hasText(configuration, "changeColumn")
      ? (_classes, token) => readChanges(shared, token)
      : null,
    writer,
    async close() {
      await writer?.close();
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

/** Lets the database check each statement without running it. */
async function checkStatements(session: Session, queries: Queries, table: Table): Promise<void> {
  for (const [name, { text, parameters }] of queries.statements) {
    for (const parameter of parameters) {
      const isKnown =
        parameter === "id" ||
        name === "create" ||
        (parameter === "entitlement" && (name === "grant" || name === "revoke"));
      if (!isKnown) findColumn(table.columns, parameter, "accounts");
    }
    // CALL cannot be prepared.
    if (/^call\b/i.test(text)) continue;
    await session.query(`prepare provision_check as ${text}`);
    await session.query("deallocate provision_check");
  }
}
