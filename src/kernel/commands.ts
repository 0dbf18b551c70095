/** What an open screen offers to do by name, for the command palette. Derived from its state, and no part of the log. */
import { createEvent, createStore } from "effector";

export interface ScreenCommand {
  /** Unique among the commands of all screens. */
  readonly id: string;
  readonly label: string;
}

/** A screen offers these and no others; none where it is not open. */
export const offerCommands = createEvent<{
  /** Who offers them. */
  readonly by: string;
  readonly commands: readonly ScreenCommand[];
}>();
/** A command was chosen, by its id: the screen that offered it does it. */
export const runCommand = createEvent<string>();

const $offers = createStore<Readonly<Record<string, readonly ScreenCommand[]>>>(
  {},
  { serialize: "ignore" },
).on(offerCommands, (offers, { by, commands }) => ({ ...offers, [by]: commands }));

export const $screenCommands = $offers.map((offers) => Object.values(offers).flat());
