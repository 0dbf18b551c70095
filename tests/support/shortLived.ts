/**
 * Options of Node for processes that live for one test: compiling the hot functions of the embedded database takes more
 * of the processor than such a process then saves by them, half of what a first start takes.
 */
export const SHORT_LIVED: readonly string[] = ["--liftoff-only"];
