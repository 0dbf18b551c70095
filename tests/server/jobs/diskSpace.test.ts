/** When jobs wait for disk space, and when they go on. */
import { beforeEach, expect, test, vi } from "vitest";
import { DiskFullError } from "#server/db/errors.ts";
import type { Readiness } from "#server/health.ts";
import { DiskSpace } from "#server/jobs/diskSpace.ts";

const READY: Readiness = { status: "ready", database: "ok", disk: "ok" };
const FULL: Readiness = { status: "unavailable", database: "ok", disk: "full" };
const MINUTE = 60_000;
const isRunning = () => false;

let found: Readiness;
let now: number;
const logged: string[] = [];
let disk: DiskSpace;
beforeEach(() => {
  found = READY;
  now = 0;
  logged.length = 0;
  disk = new DiskSpace({
    check: async () => found,
    clock: () => new Date(now),
    log: (text) => logged.push(text),
  });
});

const createEnd = () => ({
  onError: vi.fn(),
  fail: vi.fn(async () => {}),
  giveBack: vi.fn(async () => {}),
  isStopped: isRunning,
});

test("an error of another kind fails the attempt and keeps no job waiting", async () => {
  const end = createEnd();
  const error = new Error("a defect");
  await disk.endAttempt(error, end);
  expect(end.onError).toHaveBeenCalledExactlyOnceWith(error);
  expect(end.fail).toHaveBeenCalledExactlyOnceWith(false);
  expect(end.giveBack).not.toHaveBeenCalled();
  expect([disk.isFull, await disk.hasSpace(), logged]).toEqual([false, true, []]);
});

test("any failure while the disk refuses writes does not count, and jobs go on as soon as it accepts them", async () => {
  const end = createEnd();
  found = FULL;
  await disk.endAttempt(new Error("The embedded database ended"), end);
  expect(end.onError).not.toHaveBeenCalled();
  expect(end.fail).not.toHaveBeenCalled();
  expect(end.giveBack).toHaveBeenCalledOnce();
  expect([disk.isFull, await disk.hasSpace()]).toEqual([true, false]);
  found = READY;
  expect([await disk.hasSpace(), disk.isFull]).toEqual([true, false]);
  expect(logged).toEqual([
    "The disk refuses writes: jobs wait until there is space.",
    "The disk accepts writes again: jobs continue.",
  ]);
});

test("a job that is too large for the disk counts its attempts, and is tried again after a minute", async () => {
  const end = createEnd();
  await disk.endAttempt(new DiskFullError(null), end);
  expect(end.fail).toHaveBeenCalledExactlyOnceWith(true);
  expect(end.giveBack).not.toHaveBeenCalled();
  now = MINUTE - 1;
  expect(await disk.hasSpace()).toBe(false);
  now = MINUTE;
  expect(await disk.hasSpace()).toBe(true);
});

test("a job that meets the full disk while another one uses it does not count the attempt", async () => {
  const first = createEnd();
  const last = createEnd();
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const other = disk.during(async () => {
    await freed;
    await disk.endAttempt(new DiskFullError(null), last);
  });
  await disk.during(() => disk.endAttempt(new DiskFullError(null), first));
  expect(first.giveBack).toHaveBeenCalledOnce();
  expect(first.fail).not.toHaveBeenCalled();
  expect(await disk.hasSpace()).toBe(false);
  free();
  await other;
  // Nothing else used the disk any more.
  expect(last.fail).toHaveBeenCalledExactlyOnceWith(true);
  expect(last.giveBack).not.toHaveBeenCalled();
});

test("several kinds of jobs look for space at the same time", async () => {
  found = FULL;
  await disk.explains(new DiskFullError(null));
  found = READY;
  expect(await Promise.all([disk.hasSpace(), disk.hasSpace()])).toEqual([true, true]);
});

test("jobs wait for the database as well", async () => {
  found = FULL;
  await disk.explains(new DiskFullError(null));
  found = { status: "unavailable", database: "unavailable", disk: "ok" };
  expect(await disk.hasSpace()).toBe(false);
});

test("the end of a job is stored once the disk accepts it, and no job is taken before", async () => {
  found = FULL;
  const write = vi
    .fn(async () => {})
    .mockRejectedValueOnce(new DiskFullError(null))
    .mockRejectedValueOnce(new DiskFullError(null));
  const stored = disk.store(write, isRunning);
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(disk.isFull).toBe(true));
  found = READY;
  expect(await disk.hasSpace()).toBe(false);
  await stored;
  expect(write).toHaveBeenCalledTimes(3);
  now = MINUTE;
  expect(await disk.hasSpace()).toBe(true);
});

test("the error of an attempt is reported once, though its end is stored later", async () => {
  const end = createEnd();
  end.fail
    .mockRejectedValueOnce(new DiskFullError(null))
    .mockRejectedValueOnce(new DiskFullError(null));
  await disk.endAttempt(new Error("a defect"), end);
  expect(end.fail).toHaveBeenCalledTimes(3);
  expect(end.onError).toHaveBeenCalledOnce();
});

test("a server that stops does not wait for space", async () => {
  found = FULL;
  const write = vi.fn(async () => Promise.reject(new DiskFullError(null)));
  await expect(disk.store(write, () => true)).rejects.toThrow(DiskFullError);
  expect(write).toHaveBeenCalledOnce();
});

test("another error of the store is thrown", async () => {
  const write = async () => Promise.reject(new Error("a defect"));
  await expect(disk.store(write, isRunning)).rejects.toThrow("a defect");
});
