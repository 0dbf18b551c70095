/** Loaded into the product before it starts: watches its event loop from one message of its parent to the next. */
import { isMainThread } from "node:worker_threads";
import { tsImport } from "tsx/esm/api";

if (isMainThread && process.send) {
  const { watchProcess } = await tsImport("./watchProcess.ts", import.meta.url);
  let watch = watchProcess();
  process.on("message", () => {
    process.send(watch.stop());
    watch = watchProcess();
  });
  // The server ends as it would without this module.
  process.channel.unref();
}
