import { expect, it } from "vitest";
import type { Envelope } from "#events/kernel/event.ts";
import { createPlayer } from "#src/app/replay/player.ts";

/** Events at these milliseconds. */
function eventsAt(...times: number[]): readonly Envelope[] {
  return times.map((time, at) => ({
    seq: at + 1,
    id: `e${at + 1}`,
    session: "s",
    time,
    cause: null,
    type: "app/minutePassed",
    version: 1,
    payload: {},
  }));
}

/** A clock that the test controls. */
function createClock() {
  let waiting: { readonly milliseconds: number; readonly callback: () => void } | null = null;
  return {
    after: (milliseconds: number, callback: () => void) => {
      const one = { milliseconds, callback };
      waiting = one;
      return () => {
        if (waiting === one) waiting = null;
      };
    },
    waits: () => waiting?.milliseconds ?? null,
    ring: () => {
      const one = waiting;
      waiting = null;
      one?.callback();
    },
  };
}

it("seeks to any position within the log", () => {
  const player = createPlayer(eventsAt(0, 10, 20), createClock().after);
  for (const [wanted, position] of [
    [2, 2],
    [99, 3],
    [-1, 0],
    [1.4, 1],
  ] as const) {
    player.seek(wanted);
    expect(player.getState().position).toBe(position);
  }
});

it("plays at the log's pace, shortens long pauses, and ends with the last event", () => {
  const clock = createClock();
  const player = createPlayer(eventsAt(0, 1000, 900_000), clock.after);
  player.play();
  clock.ring();
  expect(player.getState()).toMatchObject({ position: 1, isPlaying: true });
  expect(clock.waits()).toBe(1000);
  player.setSpeed(8);
  expect(clock.waits()).toBe(125);
  clock.ring();
  expect(clock.waits()).toBe(250);
  clock.ring();
  expect(player.getState()).toMatchObject({ position: 3, isPlaying: false });
  expect(clock.waits()).toBeNull();
  player.play();
  expect(player.getState()).toMatchObject({ position: 0, isPlaying: true });
});

it("stops on a seek or pause, and notifies subscribers until they unsubscribe", () => {
  const clock = createClock();
  const player = createPlayer(eventsAt(0, 0, 0, 0), clock.after);
  let told = 0;
  const leave = player.subscribe(() => (told += 1));
  player.play();
  player.seek(2);
  expect(player.getState()).toMatchObject({ position: 2, isPlaying: false });
  expect(clock.waits()).toBeNull();
  player.play();
  player.pause();
  expect(clock.waits()).toBeNull();
  expect(told).toBe(4);
  leave();
  player.seek(0);
  expect(told).toBe(4);
});

it("follows a growing log until a seek, even to the current position", () => {
  const events = [...eventsAt(0, 0)];
  const player = createPlayer(events, createClock().after);
  const grow = () => {
    events.push(...eventsAt(0));
    player.grow();
    return player.getState().position;
  };
  expect(grow()).toBe(0);
  player.follow();
  expect(grow()).toBe(4);
  player.seek(4);
  expect(grow()).toBe(4);
  player.follow();
  expect(grow()).toBe(6);
  player.stay();
  expect(grow()).toBe(6);
  player.follow();
  player.play();
  expect(grow()).toBe(0);
});

it("has nothing to play without events", () => {
  const clock = createClock();
  const player = createPlayer([], clock.after);
  player.play();
  expect(player.getState()).toMatchObject({ position: 0, isPlaying: false });
  expect(clock.waits()).toBeNull();
});
