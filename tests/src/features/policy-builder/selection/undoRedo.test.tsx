// @vitest-environment happy-dom
/** The undo and redo keys while typing. */
import { cleanup, fireEvent, render } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { selectionUndone } from "#events/actions/policyBuilder.ts";
import { moveThreshold, tickEntitlement } from "#src/features/policy-builder/model.ts";
import { UndoRedo } from "#src/features/policy-builder/selection/UndoRedo.tsx";
import { readyBuilder } from "../support.ts";

afterEach(cleanup);

it.each(["dialog", "alertdialog"])("keys change no selection behind an open %s", async (role) => {
  const app = await readyBuilder();
  await app.act(moveThreshold, { percent: 30 });
  await app.act(tickEntitlement, { row: 2, ticked: false });
  render(
    <Provider value={app.scope}>
      <UndoRedo />
    </Provider>,
  );
  const question = document.createElement("div");
  question.setAttribute("role", role);
  document.body.append(question);
  const press = () => fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  press();
  expect(app.envelopes(selectionUndone)).toHaveLength(0);
  question.remove();
  press();
  expect(app.envelopes(selectionUndone)).toHaveLength(1);
});
