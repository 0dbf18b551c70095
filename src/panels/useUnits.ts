/** Adapts units to `ListPanel`, `FormPanel` and `ConfirmDialog`: their state and actions. */
import { useUnit } from "effector-react";
import { useCallback, useMemo, useState } from "react";
import type { ConfirmState } from "../ui/ConfirmDialog.tsx";
import type { FormState } from "../ui/form-panel/types.ts";
import type { Secrets } from "#events/kernel/form.ts";
import type { Message } from "#events/kernel/message.ts";
import type { ListState } from "../ui/list-panel/types.ts";
import { reasonOf } from "../kernel/calls.ts";
import type { Confirmation } from "../kernel/confirmation.ts";
import type { Form } from "../kernel/createForm.ts";
import type { List } from "../kernel/list.ts";
import { useTranslate } from "./useTranslate.ts";

/** A list for `ListPanel`. */
export function useList<Item, Query extends object>(list: List<Item, Query>): ListState<Item> {
  const t = useTranslate();
  const { $view, search, change, clear, show, select, resize, retry, noteExport } = list;
  const { view, ...actions } = useUnit({
    view: $view,
    search,
    change,
    clear,
    show,
    select,
    resize,
    retry,
    noteExport,
  });
  const { show: showRows } = actions;
  // A list reports its visible rows whenever this function changes.
  const onShow = useCallback((first: number, end: number) => showRows({ first, end }), [showRows]);
  return useMemo(
    () => ({
      status: view.status,
      total: view.total,
      itemAt: view.itemAt,
      find: view.find,
      exportHref: view.exportHref,
      failure: view.failure && t(reasonOf(view.failure)),
      query: view.query as Readonly<Record<string, unknown>>,
      text: view.text,
      hasFilters: view.hasFilters,
      selection: view.selection,
      widths: view.widths,
      onSearch: (text) => actions.search({ text }),
      onChange: (next) => actions.change({ change: next as Partial<Query> }),
      onClear: () => actions.clear({}),
      onShow,
      onSelect: ({ all, ids }) => actions.select({ selection: { all, ids: [...ids] } }),
      onResize: (column, width) => actions.resize({ column, width }),
      onRetry: () => actions.retry({}),
      onExport: () => actions.noteExport({}),
    }),
    // The actions of a unit stay the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [view, t, onShow],
  );
}

/** A form for `FormPanel`, `FormDialog` or `TextForm`; null until its saved values are known. */
export function useForm<Values extends object, SecretField extends string>(
  form: Form<Values, SecretField>,
): FormState | null {
  const t = useTranslate();
  const { $view, change, submit, discard } = form;
  const { view, ...actions } = useUnit({ view: $view, change, submit, discard });
  const savedId = view && view.savedId;
  // Not in a store, because the typed text must not reach the log.
  const [typed, setTyped] = useState({ secrets: emptySecrets(form.secrets), savedId });
  // Cleared in place, so that the focus stays.
  if (savedId !== null && savedId !== typed.savedId) {
    setTyped({ secrets: emptySecrets(form.secrets), savedId });
  }
  if (view === null) return null;
  const { failure } = view;
  const isSecret = (field: string) => field in typed.secrets;
  return {
    values: { ...view.values, ...typed.secrets },
    problems: Object.fromEntries(
      Object.entries(view.problems as Readonly<Record<string, Message | undefined>>)
        .filter(([, reason]) => reason !== undefined)
        .map(([field, reason]) => [field, reason && t(reason)]),
    ),
    isChanged: view.changed.length > 0,
    isIdle: form.onlyChanges && view.changed.length === 0,
    isSaved: savedId !== null && view.changed.length === 0,
    isBusy: view.isBusy,
    failure: failure && {
      isConflict: failure.code === "ECONFLICT",
      text: t(reasonOf(failure)),
    },
    onChange: (values) => {
      if (Object.keys(values).some(isSecret)) {
        setTyped({ ...typed, secrets: { ...typed.secrets, ...values } });
      } else {
        actions.change({ values: values as Partial<Values> });
      }
    },
    onSubmit: () => actions.submit(typed.secrets),
    onDiscard: () => actions.discard({}),
  };
}

function emptySecrets<SecretField extends string>(
  fields: readonly SecretField[],
): Secrets<SecretField> {
  return Object.fromEntries(fields.map((field) => [field, ""])) as Secrets<SecretField>;
}

/** A confirmation for `ConfirmDialog`. */
export function useConfirmation<Subject>(
  confirmation: Confirmation<Subject>,
): ConfirmState & { readonly subject: Subject | null } {
  const t = useTranslate();
  const { $view, type, cancel, confirm } = confirmation;
  const { view, ...actions } = useUnit({ view: $view, type, cancel, confirm });
  return {
    ...view,
    failure: view.failure && t(reasonOf(view.failure)),
    onType: (text) => actions.type({ text }),
    onCancel: () => actions.cancel({}),
    onConfirm: () => actions.confirm({}),
  };
}
