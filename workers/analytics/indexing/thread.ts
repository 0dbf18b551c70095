/** The entry of the thread that posts the pairs of terms in a report's names. */
import { receiveNames, type NamesMessage } from "./receiveNames.ts";

const receive = receiveNames((pairs, transfer) => self.postMessage(pairs, { transfer }));
self.addEventListener("message", ({ data }: MessageEvent<NamesMessage>) => receive(data));
