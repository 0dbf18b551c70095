/** An import of files that meets a full disk waits for space, says so, and goes on. One that does not fit on the disk fails. */
import { expect, test } from "vitest";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDiskOf } from "../../support/disks.ts";
import { useImports, WAIT } from "./importServer.ts";
import { fileOf } from "./support.ts";

const MINUTE = 60_000;
/** Two new people. */
const peopleOf = (prefix: string) =>
  fileOf("people.csv", `id;jobTitle\n${prefix}-1;Teller\n${prefix}-2;Teller\n`);

eachDatabase((database) => {
  const on = useImports(database);
  const later = () => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + MINUTE);
    on.poke();
  };
  const stored = (id: string) =>
    on.db
      .selectFrom("directory_imports")
      .select(["attempts", "lease_owner", "status"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  test("an import waits while the disk is full, and goes on without a user", async () => {
    on.start();
    const { id } = await on.check({ identities: peopleOf("waiting") });
    const disk = await fillDiskOf(on.db, "identities");
    expect(
      (await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false })).statusCode,
    ).toBe(200);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      await expect.poll(disk.refusals, WAIT).toBe(attempt);
      await expect
        .poll(() => stored(id), WAIT)
        .toEqual({ attempts: 0, lease_owner: null, status: "importing" });
      const { failure } = await on.current();
      expect(failure && renderMessage(ENGLISH, failure)).toMatch(
        /disk is full.*free some space.*continues automatically/,
      );
      await disk.freeLittle();
      later();
    }
    await disk.free();
    later();
    expect(await on.settled()).toMatchObject({ status: "done", failure: null });
    expect(on.errors).toEqual([]);
  });

  test("an import that does not fit on the disk fails, and says why", async () => {
    on.start();
    const { id } = await on.check({ identities: peopleOf("failing") });
    const disk = await fillDiskOf(on.db, "identities", "little");
    await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await expect
        .poll(() => stored(id), WAIT)
        .toEqual({ attempts: attempt, lease_owner: null, status: "importing" });
      later();
    }
    const { status, failure } = await on.settled();
    expect(status).toBe("failed");
    expect(failure && renderMessage(ENGLISH, failure)).toMatch(/no space left on the server/);
    expect(await disk.refusals()).toBe(MAX_ATTEMPTS);
    expect(on.errors.splice(0)).toHaveLength(MAX_ATTEMPTS);
  });
});
