// @vitest-environment happy-dom
/** Disclosures open during the recording are open in a replay, inside its frame and nowhere else. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClientMenu } from "#src/app/ClientMenu.tsx";
import { Palette } from "#src/app/palette/Palette.tsx";
import { togglePalette, typeInPalette } from "#src/app/palette/model.ts";
import { createReplayScope } from "#src/app/replay/replayScope.ts";
import { createTimeline } from "#src/kernel/log/timeline.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { StageContext } from "#src/ui/overlayContainer.ts";
import { makeClient, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

let app: TestApp;
beforeEach(async () => {
  const clients = Array.from({ length: 30 }, (_, at) =>
    makeClient({ id: uuid(100 + at), name: `Client ${at + 1}` }),
  );
  app = createTestApp();
  await app.signIn(makeUser({ client: clients[0] ?? null, clients }));
});
afterEach(cleanup);

/** Renders a part of the app in a replay of the events so far. */
async function replayed(part: ReactNode) {
  const timeline = createTimeline({ checkpoint: null, events: app.log }, [
    ...allProjections().values(),
  ]);
  const { scope, show } = createReplayScope({
    code: { screens: new Map(), clock: { KeepAlive: () => null } },
    showDocument: () => {},
    ask: () => Promise.reject(new Error("No report")),
  });
  const stage = document.createElement("div");
  document.body.append(stage);
  render(
    <StageContext value={stage}>
      <Provider value={scope}>{part}</Provider>
    </StageContext>,
    { container: stage },
  );
  const showAfter = async (count: number) => act(async () => show(timeline.statesAt(count)));
  return { stage: within(stage), outside: document.body, showAfter, timeline };
}

it("a dropdown shows its search text key by key", async () => {
  const live = render(
    <Provider value={app.scope}>
      <ClientMenu />
    </Provider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Client: Client 1" }));
  const search = await screen.findByRole("searchbox");
  for (const value of ["client 2", "client 27"]) fireEvent.change(search, { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Client 27" }));
  live.unmount();
  const { stage, showAfter, timeline } = await replayed(<ClientMenu />);
  const placeOf = (type: string, open?: boolean) =>
    timeline.events.findLastIndex(
      ({ type: own, payload }) =>
        own === type && (open === undefined || (payload as { open: boolean }).open === open),
    );

  const typed = placeOf("parts/searched");
  await showAfter(typed);
  expect(stage.getByRole<HTMLInputElement>("searchbox").value).toBe("client 2");
  await showAfter(typed + 1);
  expect(stage.getByRole<HTMLInputElement>("searchbox").value).toBe("client 27");
  expect(stage.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Client 27"]);
  await showAfter(placeOf("parts/toggled", true));
  expect(stage.queryByRole("searchbox")).toBeNull();
  await showAfter(placeOf("parts/toggled", false) + 1);
  expect(stage.queryByRole("searchbox")).toBeNull();
});

it("the palette stays inside the replay frame and takes no focus", async () => {
  await app.act(togglePalette, { open: true });
  await app.act(typeInPalette, { text: "dash" });
  const { stage, showAfter } = await replayed(<Palette />);
  await showAfter(app.log.length);
  const field = stage.getByRole<HTMLInputElement>("combobox");
  expect(field.value).toBe("dash");
  expect(document.activeElement).toBe(document.body);
});
