import { expect, test } from "vitest";
import { linkTo, paramsOf, routeAddress } from "#src/kernel/route.ts";

const route = routeAddress("resourceOrg", "/resources/:resourceId/role-mapping/:oid");
const params = { resourceId: "r", oid: "o" };

test("the parameters of the open screen are those of its route", () => {
  expect(paramsOf(route, { route: "resourceOrg", params })).toEqual(params);
});

test.each([
  ["no screen is open", null],
  ["another screen with the same parameters is open", { route: "resourceOrgBuilder", params }],
  ["the address lacks a parameter", { route: "resourceOrg", params: { resourceId: "r" } }],
])("a route has no parameters if %s", (_case, screen) => {
  expect(paramsOf(route, screen)).toBeNull();
});

test("a link encodes each parameter as one segment", () => {
  expect(linkTo(route, { resourceId: "a/b", oid: "c d" })).toBe(
    "/resources/a%2Fb/role-mapping/c%20d",
  );
});
