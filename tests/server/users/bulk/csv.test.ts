/** The cells of a file of users, without a database. */
import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import { cellsOf, Naming, readCell } from "#server/users/bulk/csv.ts";
import { newUser } from "../support.ts";

const ROLES = new Naming([
  { id: "r1", name: "Owner" },
  { id: "r2", name: "Role  Mapper" },
  { id: "r3", name: "Twin" },
  { id: "r4", name: " twin " },
  { id: "r5", name: "A;B" },
]);
const RESOURCES = new Naming([
  { id: "s1", name: "CRM" },
  { id: "s2", name: "Owner" },
]);
const NAMINGS = { roleIds: ROLES, resourceIds: RESOURCES };

test("a thing has its name in a file, or its id if another has the name or it has a separator", () => {
  const names = ["r1", "r2", "r3", "r4", "r5", "gone"].map((id) => ROLES.nameOf(id));
  expect(names).toEqual(["Owner", "Role  Mapper", "r3", "r4", "r5", "gone"]);
  expect(
    ["owner", " OWNER ", "r3", "Twin", "A;B", "Nobody"].map((text) => ROLES.idOf(text)),
  ).toEqual(["r1", "r1", "r3", null, null, null]);
  expect([ROLES.isRepeated("TWIN"), ROLES.isRepeated("Owner")]).toEqual([true, false]);
});

test("cells are yes or no, empty without a value, and names with a separator between them", () => {
  const user = newUser({
    username: "ada",
    phoneNumber: null,
    isHr: true,
    isAd: false,
    roleIds: ["r1", "r3"],
    resourceIds: ["s2", "s1"],
  });
  const cells = cellsOf(user, NAMINGS);
  expect(cells.slice(0, 3)).toEqual(["ada", "Ada", "Lovelace"]);
  expect(cells).toContain("Owner;r3");
  expect(cells).toContain("Owner;CRM");
  expect(cells.filter((cell) => cell === "yes")).toHaveLength(1);
  expect(cells.filter((cell) => cell === "no")).toHaveLength(2);
  expect(cells).toContain("");
});

test.each([
  ["yes", { value: true }],
  ["TRUE", { value: true }],
  [" 1 ", { value: true }],
  ["no", { value: false }],
  ["False", { value: false }],
  ["0", { value: false }],
  ["", { keep: true }],
  ["  ", { keep: true }],
  ["maybe", { problem: message("bulk.notYesNo", { text: "maybe" }) }],
])("the cell %j of a yes or no is read", (cell, read) => {
  for (const column of ["hrManager", "adManager", "archived"] as const) {
    expect(readCell(cell, column, NAMINGS)).toEqual(read);
  }
});

test("a cell of names is read as ids, of roles or of resources, and empty as none", () => {
  expect(readCell(" owner ;; r3;", "roles", NAMINGS)).toEqual({ value: ["r1", "r3"] });
  expect(readCell("owner;crm", "resources", NAMINGS)).toEqual({ value: ["s2", "s1"] });
  expect(readCell("", "roles", NAMINGS)).toEqual({ value: [] });
});

test("a name that nothing has, or several things have, is a problem", () => {
  const problem = (cell: string, column: "roles" | "resources") => readCell(cell, column, NAMINGS);
  expect(problem("Twin", "roles")).toEqual({
    problem: message("bulk.ambiguousRole", { name: "Twin" }),
  });
  expect(problem("Owner;Nobody", "roles")).toEqual({
    problem: message("bulk.unknownRole", { name: "Nobody" }),
  });
  expect(problem("ERP", "resources")).toEqual({
    problem: message("bulk.unknownResource", { name: "ERP" }),
  });
});

test("a problem quotes at most 60 characters of the cell", () => {
  const quoted = (length: number) => readCell("x".repeat(length), "archived", NAMINGS);
  expect(quoted(60)).toEqual({ problem: message("bulk.notYesNo", { text: "x".repeat(60) }) });
  expect(quoted(61)).toEqual({
    problem: message("bulk.notYesNo", { text: `${"x".repeat(60)}…` }),
  });
});
