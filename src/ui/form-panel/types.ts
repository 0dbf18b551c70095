import type { ReactNode } from "react";
import type { FilterOption } from "../FilterDropdown.tsx";
import type { Eye } from "../PasswordField.tsx";

/** The state and actions of a form, as `useForm` returns them. */
export interface FormState {
  /** Only for a form in a dialog. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly values: Readonly<Record<string, unknown>>;
  /** The problems by field, in the reader's language. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
  readonly isChanged: boolean;
  /** There are no changes to send. */
  readonly isIdle: boolean;
  /** The newest save succeeded, and nothing was typed since. */
  readonly isSaved: boolean;
  readonly isBusy: boolean;
  /** Why the last save failed, if no field shows it. */
  readonly failure: { readonly isOutdated: boolean; readonly text: string } | null;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
  readonly onSubmit: () => void;
  readonly onDiscard: () => void;
}

interface FieldBase {
  /** The property of the values. */
  readonly name: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Two adjacent fields with `half` share a line. */
  readonly half?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** One field of a form; the comment at its kind is the type of its value. */
export type FormField = FieldBase &
  (
    | {
        readonly kind: "text" | "email" | "tel" | "url" | "date";
        readonly autoComplete?: string;
        readonly placeholder?: string;
        readonly autoFocus?: boolean;
        readonly maxLength?: number;
      }
    /**
     * A stored secret that is never shown: undefined keeps it, empty removes it, null is about to replace it, and other
     * text replaces it.
     */
    | {
        readonly kind: "secret";
        readonly isSet: boolean;
        readonly multiline: boolean;
        readonly maxLength: number;
      }
    /** A secret of the form, or a hidden text. */
    | {
        readonly kind: "password";
        readonly autoComplete: "current-password" | "new-password";
        readonly autoFocus?: boolean;
        /** From `useDisclosure`. */
        readonly eye: Eye;
      }
    | { readonly kind: "textarea"; readonly maxLength: number }
    | {
        readonly kind: "number";
        readonly min?: number;
        readonly max?: number;
        readonly unit?: string;
      }
    | { readonly kind: "select"; readonly options: readonly Choice[] }
    /** string[]: a few visible choices, each with a description. */
    | {
        readonly kind: "checkboxes";
        readonly options: readonly (Choice & { readonly description?: ReactNode })[];
      }
    /** string[]: many choices in a searchable dropdown. */
    | {
        readonly kind: "multi";
        readonly options: readonly FilterOption[];
        readonly searchLabel: string;
        /** From `useSearchedPart`. */
        readonly disclosure: {
          readonly open: boolean;
          readonly onOpenChange: (open: boolean) => void;
          readonly text: string;
          readonly onSearch: (text: string) => void;
        };
      }
    /** boolean */
    | { readonly kind: "toggle" | "checkbox" }
    /** A file is not part of the values: the caller reads it. */
    | { readonly kind: "file"; readonly accept: string; readonly onFile: (file: File) => void }
    /** Record<string, string> */
    | { readonly kind: "pairs" }
    /** A custom field, rendered by the caller. */
    | { readonly kind: "custom"; readonly render: () => ReactNode }
  );

export interface FormSection {
  /** A section with a title is a separate panel. */
  readonly title?: string;
  readonly context?: ReactNode;
  readonly actions?: ReactNode;
  readonly fields: readonly FormField[];
}
