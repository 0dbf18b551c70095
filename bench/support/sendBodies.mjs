/**
 * A thread that sends one large body again and again, several at once, until it is told to end: then it says what became
 * of them. It has an event loop of its own, so that whoever measures is not held up by what it sends.
 */
import { request } from "node:http";
import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";

const { url, headers, ids, atOnce } = workerData;
const body = Buffer.from(JSON.stringify(Array.from({ length: ids }, () => randomUUID())));

let goes = true;
const answers = [];
parentPort?.once("message", () => (goes = false));

async function sendOne() {
  const start = performance.now();
  const status = await new Promise((resolve, reject) => {
    const sending = request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "content-length": body.length },
    });
    sending.once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
    sending.once("error", reject);
    sending.end(body);
  });
  answers.push({ status, took: performance.now() - start });
}

parentPort?.postMessage("ready");
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (goes) await sendOne();
  }),
);
parentPort?.postMessage(answers);
