import type { ReactNode } from "react";
import type { FilterOption } from "../FilterDropdown.tsx";
import type { Eye } from "../PasswordField.tsx";

/** The state of a form and what changes it, as `useForm` gives it. */
export interface FormState {
  readonly values: Readonly<Record<string, unknown>>;
  /** What is wrong, by field, in the language of the reader. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
  readonly isChanged: boolean;
  /** There is nothing to send. */
  readonly isIdle: boolean;
  /** The newest save has succeeded, and nothing was typed since. */
  readonly isSaved: boolean;
  readonly isBusy: boolean;
  /** Why the last save failed, where no field says it. */
  readonly failure: { readonly isConflict: boolean; readonly text: string } | null;
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
  /** Two fields that follow each other with `half` share a line. */
  readonly half?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** One field of a form; its value in the form has the type that stands behind its kind. */
export type FormField = FieldBase &
  (
    | {
        readonly kind: "text" | "email" | "tel" | "url" | "date";
        readonly autoComplete?: string;
        readonly placeholder?: string;
        readonly autoFocus?: boolean;
      }
    /** A secret of the form, or a text that is hidden. */
    | {
        readonly kind: "password";
        readonly autoComplete: "current-password" | "new-password";
        readonly autoFocus?: boolean;
        /** Of `useDisclosure`. */
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
    /** string[]: a few choices that all show, each with a description. */
    | {
        readonly kind: "checkboxes";
        readonly options: readonly (Choice & { readonly description?: ReactNode })[];
      }
    /** string[]: many choices in a dropdown with a search. */
    | {
        readonly kind: "multi";
        readonly options: readonly FilterOption[];
        readonly searchLabel: string;
        /** Of `useSearchedPart`. */
        readonly disclosure: {
          readonly open: boolean;
          readonly onOpenChange: (open: boolean) => void;
          readonly text: string;
          readonly onSearch: (text: string) => void;
        };
      }
    /** boolean */
    | { readonly kind: "toggle" | "checkbox" }
    /** A file does not enter the values: it is read by the caller. */
    | { readonly kind: "file"; readonly accept: string; readonly onFile: (file: File) => void }
    /** Record<string, string> */
    | { readonly kind: "pairs" }
    /** What no kind is: drawn by the caller. */
    | { readonly kind: "custom"; readonly render: () => ReactNode }
  );

export interface FormSection {
  /** A section with a title is a panel of its own. */
  readonly title?: string;
  readonly context?: ReactNode;
  readonly actions?: ReactNode;
  readonly fields: readonly FormField[];
}
