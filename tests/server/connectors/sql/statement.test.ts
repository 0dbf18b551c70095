import { describe, expect, test } from "vitest";
import { ConnectorError } from "#server/connectors/contract.ts";
import { parseSource, parseStatement, quoteIdentifier } from "#server/connectors/sql/statement.ts";

const refusal = expect.objectContaining({ remedy: "statementRefused" });
function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return null;
}

describe("a source of accounts", () => {
  test.each([
    ["people", '"people"'],
    ["HR.People", '"hr"."people"'],
    ['hr."Odd ""Name"";"', 'hr."Odd ""Name"";"'],
    ["select id from people;", "(select id from people)"],
    ["select ';' as x, $$;$$ as y -- ; )", "(select ';' as x, $$;$$ as y)"],
    ["select/* ; /* nested */ ) */id from p", "(select id from p)"],
    ["select E'\\';' as x", "(select E'\\';' as x)"],
    ["with p as (select 1 as id) select * from p", "(with p as (select 1 as id) select * from p)"],
    ["(select 1 as id) union (select 2)", "((select 1 as id) union (select 2))"],
    ["select id::text from p", "(select id::text from p)"],
  ])("accepts %s", (source, expected) => {
    expect(parseSource("accounts", source).replace('"hr"."Odd', 'hr."Odd')).toBe(expected);
  });

  test.each([
    "delete from people",
    "select 1; drop table people",
    "select 1) as x; --",
    "select 1) union (select 2",
    "(select 1",
    "select 'open",
    "select $$open",
    "select /* open",
    "select * from p where id = :id",
    "select * from p where id = $1",
    "people; drop table people",
    "people where 1 = 1",
    "",
  ])("refuses %s", (source) => {
    expect(thrown(() => parseSource("accounts", source))).toEqual(refusal);
  });
});

describe("a statement that writes", () => {
  test("binds each name once, outside of texts, comments and casts", () => {
    expect(
      parseStatement(
        "update",
        `update p set a = :name::text, b = ':name', c = ":name", d = :name -- :x
         where id = :id and e = $q$:y$q$;`,
      ),
    ).toEqual({
      text: `update p set a = $1::text, b = ':name', c = ":name", d = $1  
         where id = $2 and e = $q$:y$q$`,
      parameters: ["name", "id"],
    });
    expect(parseStatement("update", 'update p set a = :"Last name"').parameters).toEqual([
      "Last name",
    ]);
  });

  test.each([
    "drop table p",
    "update p set a = $1",
    "update p set a = 1; delete from p",
    "begin",
    "",
  ])("refuses %s", (source) => {
    const error = thrown(() => parseStatement("update", source));
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toEqual(refusal);
  });
});

test("an identifier stays one, whatever characters it has", () => {
  expect(quoteIdentifier('a"; drop table p; --')).toBe('"a""; drop table p; --"');
});
