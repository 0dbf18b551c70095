/** Adapts units to `ListPanel`, `FormPanel` and `ConfirmDialog`: their state and actions. */
import type { EventCallable, Store } from "effector";
import { useUnit } from "effector-react";
import { useCallback, useMemo, useState } from "react";
import type { ConfirmState } from "../ui/ConfirmDialog.tsx";
import type { FormState } from "../ui/form-panel/types.ts";
import type { Message } from "#events/kernel/message.ts";
import type { ListState } from "../ui/list-panel/types.ts";
import { isOutdated, reasonOf } from "../kernel/calls.ts";
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
      hasMore: view.hasMore,
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

/** The row of a list whose id is `open` in its query, for a dialog that shows it in full. */
export function useOpenRow<
  Item extends { readonly id: string },
  Query extends { readonly open: string },
>(list: List<Item, Query>) {
  const { view, query, change } = useUnit({
    view: list.$view,
    query: list.$query,
    change: list.change,
  });
  const isOpen = query.open !== "";
  return {
    isOpen,
    /** null without an open row, and before its page is loaded. */
    row: isOpen ? (view.find(({ id }) => id === query.open) ?? null) : null,
    onOpen: useCallback(
      ({ id }: Item) => change({ change: { open: id } as Partial<Query> }),
      [change],
    ),
    onClose: useCallback(() => change({ change: { open: "" } as Partial<Query> }), [change]),
  };
}

/** The row of a list whose number a dialog was opened with. Unlike `useOpenRow`, the number is not in the query. */
export function useNumberedRow<Row extends { readonly no: number }, Query extends object>(
  $openNo: Store<number | null>,
  openRow: EventCallable<{ no: number | null }>,
  list: List<Row, Query>,
): {
  readonly isOpen: boolean;
  /** Null while its row is not loaded. */
  readonly row: Row | null;
  readonly onClose: () => void;
} {
  const { no, open, view } = useUnit({ no: $openNo, open: openRow, view: list.$view });
  const row = no === null ? undefined : view.find((one) => one.no === no);
  return { isOpen: no !== null, row: row ?? null, onClose: () => open({ no: null }) };
}

/** Typed secrets by field; null for one that is about to be replaced. */
type TypedSecrets = Readonly<Record<string, string | null>>;

/**
 * A form for `FormPanel`, `FormDialog` or `TextForm`; null until its saved values are known.
 *
 * @param dynamicSecrets the secret fields of a form whose fields are known at run time only. They are sent only if they
 *   were typed.
 */
export function useForm<Values extends object, SecretField extends string>(
  form: Form<Values, SecretField>,
  dynamicSecrets?: readonly string[],
): FormState | null {
  const t = useTranslate();
  const { $view, toggle, change, submit, discard } = form;
  const { view, ...actions } = useUnit({ view: $view, toggle, change, submit, discard });
  const savedId = view && view.savedId;
  // Not in a store, because the typed text must not reach the log.
  const [typed, setTyped] = useState<{ secrets: TypedSecrets; savedId: string | null }>({
    secrets: emptySecrets(form.secrets),
    savedId,
  });
  // Cleared in place, so that the focus stays.
  if (savedId !== null && savedId !== typed.savedId) {
    setTyped({ secrets: emptySecrets(form.secrets), savedId });
  }
  if (view === null) return null;
  const { failure } = view;
  const isSecret = (field: string) => (dynamicSecrets ?? form.secrets).some((one) => one === field);
  const isChanged =
    view.changed.length > 0 ||
    (dynamicSecrets !== undefined && Object.keys(typed.secrets).length > 0);
  return {
    isOpen: view.isOpen,
    onClose: () => actions.toggle({ open: false }),
    values: { ...view.values, ...typed.secrets },
    problems: Object.fromEntries(
      Object.entries(view.problems as Readonly<Record<string, Message | undefined>>)
        .filter(([, reason]) => reason !== undefined)
        .map(([field, reason]) => [field, reason && t(reason)]),
    ),
    isChanged,
    isIdle: form.onlyChanges && view.changed.length === 0,
    isSaved: savedId !== null && view.changed.length === 0,
    isBusy: view.isBusy,
    failure: failure && {
      isOutdated: isOutdated(failure),
      text: t(reasonOf(failure)),
    },
    onChange: (values) => {
      if (Object.keys(values).some(isSecret)) {
        const secrets = {
          ...typed.secrets,
          ...(values as Record<string, string | null | undefined>),
        };
        setTyped({ ...typed, secrets: withoutUntouched(secrets) });
      } else {
        actions.change({ values: values as Partial<Values> });
      }
    },
    onSubmit: () => actions.submit(typedOf(typed.secrets)),
    onDiscard: () => {
      setTyped({ ...typed, secrets: emptySecrets(form.secrets) });
      actions.discard({});
    },
  };
}

function emptySecrets(fields: readonly string[]): TypedSecrets {
  return Object.fromEntries(fields.map((field) => [field, ""]));
}

function withoutUntouched(secrets: Readonly<Record<string, string | null | undefined>>) {
  return Object.fromEntries(
    Object.entries(secrets).filter((one): one is [string, string | null] => one[1] !== undefined),
  );
}

function typedOf(secrets: TypedSecrets): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(secrets).filter((one): one is [string, string] => one[1] !== null),
  );
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
