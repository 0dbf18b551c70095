import { describe, expect, it } from "vitest";
import { openSearch, typeSearch } from "#src/kernel/debouncedSearch.ts";

describe("the text of the search field", () => {
  it("is the address's when the list opens", () => {
    const text = openSearch({ text: "old", pendingId: null }, "teller");
    expect(text).toEqual({ text: "teller", pendingId: null });
  });

  it("stays while somebody types: the address is of an earlier moment", () => {
    const typing = typeSearch("tell", "e7");
    expect(openSearch(typing, "te")).toBe(typing);
  });

  it("is gone once another screen opens", () => {
    expect(openSearch(typeSearch("tell", "e7"), null)).toEqual({ text: "", pendingId: null });
  });
});
