/** Milliseconds of each thing that is measured, in the order in which they were taken. */
export type Times = Map<string, number[]>;

/** Does the work, and notes what it takes. */
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
