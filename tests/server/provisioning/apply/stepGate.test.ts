/** Changes that proceed in parallel request their next steps together. */
import { expect, test } from "vitest";
import { StepGate, withGate } from "#server/provisioning/apply/stepGate.ts";
import { openSystem } from "./changeHarness.ts";

/** Lets everything happen that waits for nothing else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

test("a step begins when every change has requested one, or has ended", async () => {
  const gate = new StepGate(3);
  const log: string[] = [];
  const step = (name: string) =>
    gate.step(async () => {
      log.push(name);
      return `result of ${name}`;
    });
  const first = step("a1");
  const second = step("b1");
  await settle();
  expect(log).toEqual([]);
  const third = step("c1");
  expect(await Promise.all([first, second, third])).toEqual([
    "result of a1",
    "result of b1",
    "result of c1",
  ]);
  expect(log).toEqual(["a1", "b1", "c1"]);

  // Two request another step, and the third one ends.
  void step("a2");
  void step("b2");
  await settle();
  expect(log).toHaveLength(3);
  gate.leave();
  await settle();
  expect(log.slice(3)).toEqual(["a2", "b2"]);

  // The two go on alone.
  void step("a3");
  await settle();
  expect(log).toHaveLength(5);
  gate.leave();
  await settle();
  expect(log.slice(5)).toEqual(["a3"]);
  await step("a4");
  gate.leave();
  expect(log.slice(6)).toEqual(["a4"]);
});

test("a step that fails is the failure of its change alone", async () => {
  const gate = new StepGate(2);
  const failing = gate.step(() => Promise.reject(new Error("lost")));
  const other = gate.step(async () => 1);
  await expect(failing).rejects.toThrow("lost");
  expect(await other).toBe(1);
});

test("every call of the system waits for the gate", async () => {
  const { ports, id, system } = await openSystem({
    writer: () => ({ finishUpdate: async ({ name }, former) => void finished.push(name, former) }),
  });
  const finished: unknown[] = [];
  const gate = new StepGate(2);
  const { writer, ...target } = withGate(ports.target, gate);
  /** Makes a step while the other change makes one, too. */
  const together = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    let isDone = false;
    const done = request().finally(() => (isDone = true));
    await settle();
    expect(isDone).toBe(false);
    await gate.step(async () => {});
    return done;
  };
  const found = await together(() => target.find("account", { id }));
  expect(found).toMatchObject({ id, name: "ann" });
  const ann = await together(() => target.require("account", { name: "ann" }));
  expect(ann).toEqual(found);
  expect(await together(() => writer.create("account", { name: ["new"] }))).toMatchObject({
    name: "new",
  });
  const delta = [{ attribute: "mail", add: ["new"], remove: ["old"] }];
  const updated = await together(() => writer.update(ann, delta, { version: ann.version }));
  expect(updated.attributes["mail"]).toEqual(["new"]);
  const disabled = await together(() =>
    writer.setActive(updated, false, { version: updated.version }),
  );
  expect(disabled.active).toBe(false);
  await together(async () => writer.finishUpdate?.(ann, { mail: ["old"] }));
  expect(finished).toEqual(["ann", { mail: ["old"] }]);
  await together(() => writer.remove(disabled, { version: disabled.version }));
  expect(system.accounts.has(id)).toBe(false);
  expect(target.classOf("account").name).toBe("account");
});

test("a gate adds no second part to updates of a system that has none", async () => {
  const { ports } = await openSystem();
  expect(withGate(ports.target, new StepGate(1)).writer).not.toHaveProperty("finishUpdate");
});
