/** The open screen's commands for the command palette. Derived from its state, and not part of the log. */
import { createEvent, createStore } from "effector";

export interface ScreenCommand {
  /** Unique among the commands of all screens. */
  readonly id: string;
  readonly label: string;
}

/** The screen's commands; empty while it is not open. */
export const offerCommands = createEvent<{
  /** The screen that offers them. */
  readonly by: string;
  readonly commands: readonly ScreenCommand[];
}>();
/** The user chose a command by its id. The screen that offered it runs it. */
export const runCommand = createEvent<string>();

const $offers = createStore<Readonly<Record<string, readonly ScreenCommand[]>>>(
  {},
  { serialize: "ignore" },
).on(offerCommands, (offers, { by, commands }) => ({ ...offers, [by]: commands }));

export const $screenCommands = $offers.map((offers) => Object.values(offers).flat());
