/** The severity of a message; `secondary` is a neutral remark. */
export type Severity = "info" | "success" | "warning" | "error" | "secondary";
