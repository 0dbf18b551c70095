// @vitest-environment happy-dom
/** Texts and formats in the current language, and switching to another. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Button } from "#src/ui/Button.tsx";
import { AuthFrame } from "#src/ui/AuthFrame.tsx";
import {
  createCatalogue,
  loadMessages,
  messagesOf,
  type Language,
} from "#src/ui/language/catalogue.ts";
import { formatsOf } from "#src/ui/language/formats.ts";
import { LanguageProvider, useFormats, useMessages } from "#src/ui/language/LanguageProvider.tsx";
import { sentence } from "#src/ui/language/sentence.ts";
import { SegmentedControl } from "#src/ui/SegmentedControl.tsx";

afterEach(cleanup);

const english = { users: (count: number) => `${count} users`, save: "Save" };
const catalogue = createCatalogue(english, {
  de: () => Promise.resolve({ users: (count: number) => `${count} Benutzer`, save: "Sichern" }),
});

function Sample() {
  const t = useMessages(catalogue);
  const { count } = useFormats();
  return (
    <div>
      {t.save}: {t.users(3)}, {count(1234.5)}
      <input aria-label="kept" />
      <Button busy>{t.save}</Button>
      <SegmentedControl
        label="Views"
        options={[{ id: "all", label: "All", count: 9310 }]}
        value="all"
        onChange={() => {}}
      />
    </div>
  );
}

function Page() {
  const [language, setLanguage] = useState<Language>("en");
  return (
    <LanguageProvider
      language={language}
      onChoose={(next) => {
        setLanguage(next);
        void loadMessages(next);
      }}
    >
      <AuthFrame title="Title">
        <Sample />
      </AuthFrame>
    </LanguageProvider>
  );
}

test("a page changes its language as soon as the messages arrive, and loses nothing", async () => {
  render(<Page />);
  expect(screen.getByText(/Save: 3 users, 1,234.5/)).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>("kept");
  field.value = "typed";
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Deutsch" }));
    await loadMessages("de");
  });
  expect(screen.getByText(/Sichern: 3 Benutzer, 1\.234,5/)).toBeTruthy();
  expect(screen.getByRole("group", { name: "Sprache" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Bitte warten..." })).toBeTruthy();
  expect(screen.getByRole("radio", { name: "All 9.310" })).toBeTruthy();
  expect(screen.getByLabelText("kept")).toBe(field);
  expect(field.value).toBe("typed");
  fireEvent.click(screen.getByRole("button", { name: "English" }));
  expect(screen.getByText(/Save: 3 users/)).toBeTruthy();
});

test("messages that fail to load stay English, and are requested again with the next ones", async () => {
  let online = false;
  const late = createCatalogue("Hello", {
    de: () => (online ? Promise.resolve("Hallo") : Promise.reject(new TypeError("Offline"))),
  });
  await loadMessages("de");
  expect(messagesOf(late, "de")).toBe("Hello");
  online = true;
  await loadMessages("de");
  expect(messagesOf(late, "de")).toBe("Hallo");
});

test("numbers, times and lists are formatted by the language", () => {
  const { count, counted, percent, bytes, compact, relative, exact, list } = formatsOf("de");
  expect(count(9310)).toBe("9.310");
  expect(counted(1, { one: "Benutzer", other: "Benutzern" })).toBe("1 Benutzer");
  expect(counted(2000, { one: "Benutzer", other: "Benutzern" })).toBe("2.000 Benutzern");
  expect(percent(97.64)).toBe("97,6 %");
  expect(bytes(1_200_000_000)).toBe("1,2\u00a0GB");
  expect(compact(1_200_000)).toBe("1,2\u00a0Mio.");
  const now = Date.UTC(2026, 10, 21, 5, 34, 10);
  expect(relative(now - 3 * 60_000, now)).toBe("vor 3 Minuten");
  expect(relative(now - 26 * 3_600_000, now)).toBe("gestern");
  expect(exact(now, "UTC")).toBe("21. Nov. 2026, 05:34:10 UTC");
  expect(list(["Ada", "Bob", "Cleo"])).toBe("Ada, Bob und Cleo");
});

test("all dates of a language have one order", () => {
  const at = Date.UTC(2026, 10, 2, 15, 4, 10);
  const english = formatsOf("en");
  expect(english.exact(at, "UTC")).toBe("2 Nov 2026, 15:04:10 UTC");
  expect(english.moment(at)).toBe("2 Nov 2026, 15:04");
  expect(english.instant(at)).toBe("2 Nov 2026, 15:04:10");
  expect(english.day("2026-11-02")).toBe("2 Nov 2026");

  const german = formatsOf("de");
  expect(german.moment(at)).toBe("02.11.2026, 15:04");
  expect(german.day("2026-11-02")).toBe("02.11.2026");
});

test.each([
  ["Something went wrong on the server", "Something went wrong on the server."],
  [
    "The server did not answer in time. Try again.",
    "The server did not answer in time. Try again.",
  ],
  ["Who is it?", "Who is it?"],
  ["It broke off (Failed to fetch)", "It broke off (Failed to fetch)."],
  ["", ""],
])("%j is formatted as a sentence: %j", (message, text) => {
  expect(sentence(message)).toBe(text);
});
