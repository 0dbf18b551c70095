/**
 * Node options for processes that live for one test: compiling the hot functions of the embedded database costs such a
 * process more CPU than it saves, half of a first start.
 */
export const SHORT_LIVED: readonly string[] = ["--liftoff-only"];
