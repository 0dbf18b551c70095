// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { NoResults } from "#src/ui/NoResults.tsx";
import { SearchField } from "#src/ui/SearchField.tsx";

afterEach(cleanup);

function List() {
  const [text, setText] = useState("nobody");
  return (
    <section>
      <SearchField label="Search members" value={text} onChange={setText} />
      {text === "" ? <p>Ada</p> : <NoResults onClear={() => setText("")} />}
    </section>
  );
}

test("clearing the filters of an empty list focuses that list's search", () => {
  render(
    <main>
      <SearchField label="Search orgs" value="" onChange={() => {}} />
      <List />
    </main>,
  );
  const button = screen.getByRole("button", { name: "Clear filters" });
  button.focus();
  fireEvent.click(button);
  expect(screen.getByText("Ada")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Search members" }));
});
