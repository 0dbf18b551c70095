/** The child side of fork.ts: runs one piece of work, sends its result, and ends. */

interface Order {
  readonly module: string;
  readonly work: string;
  readonly options: Readonly<Record<string, unknown>>;
}

process.once("message", (message) => {
  const { module, work, options } = message as Order;
  void (async () => {
    const loaded = (await import(module)) as Record<string, (options: unknown) => Promise<unknown>>;
    const run = loaded[work];
    if (!run) throw new Error(`${module} has no ${work}`);
    process.send?.(await run(options), () => process.disconnect());
  })().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
