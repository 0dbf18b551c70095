import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { defineEvent } from "#events/kernel/event.ts";
import { upcast, type Upcast } from "#events/kernel/upcast.ts";

describe("an event", () => {
  it("is declared by type, version and schema, and creates drafts", () => {
    const schema = Type.Object({ percent: Type.Number() });
    const moved = defineEvent("test/moved", 3, schema);
    expect([moved.type, moved.version, moved.schema]).toEqual(["test/moved", 3, schema]);
    expect(moved({ percent: 60 })).toEqual({
      type: "test/moved",
      version: 3,
      payload: { percent: 60 },
    });
  });

  it.each(["moved", "Test/moved", "test/Moved", "test/moved/twice", "test/mo_ved", "test/", "/x"])(
    "may not be called %s",
    (type) => {
      expect(() => defineEvent(type, 1, Type.Object({}))).toThrow(/group\/happened/);
    },
  );

  it.each([0, -1, 1.5, Number.NaN])("may not have the version %d", (version) => {
    expect(() => defineEvent("test/moved", version, Type.Object({}))).toThrow(/positive integer/);
  });
});

describe("an upcast", () => {
  const upcasts: readonly Upcast[] = [
    { type: "test/moved", from: 2, up: (payload) => ({ percent: payload }) },
    { type: "test/moved", from: 1, up: (payload) => Number(payload) },
    { type: "test/stayed", from: 1, up: () => "another event" },
  ];

  it("upgrades an old event to the newest version, one version at a time", () => {
    expect(upcast(upcasts, { type: "test/moved", version: 1, payload: "60" })).toEqual({
      type: "test/moved",
      version: 3,
      payload: { percent: 60 },
    });
  });

  it("leaves a new event unchanged", () => {
    const event = { type: "test/moved", version: 3, payload: { percent: 60 } };
    expect(upcast(upcasts, event)).toBe(event);
  });

  it("keeps the other fields of an envelope", () => {
    const envelope = { seq: 7, id: "e7", type: "test/moved", version: 2, payload: 30 };
    expect(upcast(upcasts, envelope)).toEqual({
      ...envelope,
      version: 3,
      payload: { percent: 30 },
    });
    expect(envelope).toMatchObject({ version: 2, payload: 30 });
  });
});
