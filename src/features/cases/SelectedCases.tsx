import { useUnit } from "effector-react";
import { CASES_ACTIONS } from "#events/actions/cases.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { countSelected } from "../../ui/list-panel/selection.ts";
import { caseMessages } from "./messages.ts";
import { caseList, casesForm } from "./model.ts";
import { OwnerField } from "./OwnerField.tsx";

function useSelectedCount(): number {
  const { selection, total } = useUnit(caseList.$view);
  return countSelected(selection, total ?? 0);
}

/** Opens the dialog that changes the selected cases. */
export function SelectedButton() {
  const t = useMessages(caseMessages);
  const selected = useSelectedCount();
  const open = useUnit(casesForm.toggle);
  return (
    <Button size="small" idle={selected === 0} onClick={() => open({ open: true })}>
      {t.changeSelected(selected)}
    </Button>
  );
}

/** Closes or assigns the selected cases, removes their owner, or sets their due date. */
export function SelectedDialog() {
  const t = useMessages(caseMessages);
  const form = useForm(casesForm);
  const selected = useSelectedCount();
  const view = useUnit(casesForm.$view);
  if (form === null || view === null) return null;
  const { action } = view.values;
  const isClosing = action === "resolved" || action === "dismissed";
  return (
    <FormDialog
      label={t.changeTitle(selected)}
      form={form}
      submitLabel={t.change}
      failedTitle={t.notChanged}
      sections={[
        {
          fields: [
            {
              name: "action",
              kind: "select",
              label: t.action,
              ...(isClosing && { description: t.settledStay }),
              options: CASES_ACTIONS.map((value) => ({ value, label: t.actions[value] })),
            },
            ...(action === "assign"
              ? [
                  {
                    name: "ownerId",
                    kind: "custom" as const,
                    label: t.owner,
                    render: () => <OwnerField form={form} noneLabel={t.chooseOwner} />,
                  },
                ]
              : []),
            ...(action === "setDue"
              ? [
                  {
                    name: "dueOn",
                    kind: "date" as const,
                    label: t.due,
                    description: t.emptyDue,
                  },
                ]
              : []),
          ],
        },
      ]}
    />
  );
}
