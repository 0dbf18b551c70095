/** How grave a message is; `secondary` is a neutral remark. */
export type Severity = "info" | "success" | "warning" | "error" | "secondary";

/** What assistive technology reads before the message. */
export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  info: "Info",
  success: "Success",
  warning: "Warning",
  error: "Error",
  secondary: "Note",
};
