/** Lets time pass. What the app waits for in its models goes through the port of delays instead. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
