/** An import of files that meets a full disk waits for space, says so, and goes on. */
import { expect, test } from "vitest";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { MAX_ATTEMPTS } from "#server/jobs/leases.ts";
import { eachDatabase } from "../../support/databases.ts";
import { fillDiskOf } from "../../support/disks.ts";
import { useImports, WAIT } from "./importServer.ts";
import { fileOf } from "./support.ts";

const MINUTE = 60_000;
const PEOPLE = fileOf("people.csv", "id;jobTitle\nnew-1;Teller\nnew-2;Teller\n");

eachDatabase((database) => {
  const on = useImports(database);
  const later = () => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + MINUTE);
    on.poke();
  };
  const stored = () =>
    on.db
      .selectFrom("directory_imports")
      .select(["attempts", "lease_owner", "status"])
      .executeTakeFirstOrThrow();

  test("an import waits while the disk is full, and goes on without a user", async () => {
    on.start();
    const { id } = await on.check({ identities: PEOPLE });
    const disk = await fillDiskOf(on.db, "identities");
    expect(
      (await on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false })).statusCode,
    ).toBe(200);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt++) {
      await expect.poll(disk.refusals, WAIT).toBe(attempt);
      await expect
        .poll(stored, WAIT)
        .toEqual({ attempts: 0, lease_owner: null, status: "importing" });
      const { failure } = await on.current();
      expect(failure && renderMessage(ENGLISH, failure)).toMatch(
        /disk is full.*free some space.*continues automatically/,
      );
      later();
    }
    await disk.free();
    later();
    expect(await on.settled()).toMatchObject({ status: "done", failure: null });
    expect(on.errors).toEqual([]);
  });
});
