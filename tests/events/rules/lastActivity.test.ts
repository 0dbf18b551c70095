/** Times of the last activity as systems write them. */
import { expect, test } from "vitest";
import { parseActivity } from "#events/rules/lastActivity.ts";

const at = "2024-02-29T13:45:10.000Z";

test.each([
  ["2024-02-29T13:45:10Z", at],
  ["2024-02-29T14:45:10+01:00", at],
  ["2024-02-29 13:45:10", at],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["20240229134510Z", at],
  ["20240229134510.0Z", at],
  ["20240229144510+0100", at],
  ["202402291345Z", "2024-02-29T13:45:00.000Z"],
  ["1709214310", at],
  ["1709214310000", at],
  // (unix seconds + 11,644,473,600) × 10,000,000
  ["133536879100000000", at],
  ["  2024-02-29T13:45:10Z ", at],
])("[IDN-2] the last activity %j is read as an instant", (text, instant) => {
  expect(parseActivity(text)?.toISOString()).toBe(instant);
});

test.each([
  "",
  "0",
  "never",
  "yes",
  "2024-13-40",
  "9223372036854775807",
  "16010101000000.0Z",
  "-1",
])("[IDN-2] %j is not a time of activity", (text) => {
  expect(parseActivity(text)).toBeNull();
});
