// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { shortSelector } from "#src/app/performance/selector.ts";

beforeEach(() => {
  document.body.innerHTML = `
    <main class="page wide"><section id="org-42"><ul class="people">
      <li id="ada-lovelace" class="${"x".repeat(90)}" title="Ada" data-oid="42">Ada Lovelace</li>
    </ul></section></main>`;
});

describe("the selector of an element", () => {
  it("contains its tag, class and ancestors, without ids, texts and other attributes", () => {
    const person = document.querySelector("li");
    expect(shortSelector(person)).toBe(`section>ul.people>li.${"x".repeat(40)}`);
    expect(shortSelector(person?.firstChild ?? null)).toBe(shortSelector(person));
  });

  it("is empty for a removed element", () => {
    expect(shortSelector(null)).toBe("");
  });
});
