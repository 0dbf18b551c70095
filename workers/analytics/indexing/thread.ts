/** The entry point of the thread that builds the index of a report's names. */
import { receiveNames, type NamesMessage } from "./receiveNames.ts";

const receive = receiveNames((message, transfer) => self.postMessage(message, { transfer }));
self.addEventListener("message", ({ data }: MessageEvent<NamesMessage>) => receive(data));
