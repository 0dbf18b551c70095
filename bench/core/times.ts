/** Milliseconds of each figure, in order. */
export type Times = Map<string, number[]>;

/** Runs the work and records its duration. */
export async function timed<Value>(
  times: Times,
  name: string,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const start = performance.now();
  const value = await work();
  const took = performance.now() - start;
  const samples = times.get(name);
  if (samples === undefined) times.set(name, [took]);
  else samples.push(took);
  return value;
}
