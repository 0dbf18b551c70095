/** How grave a message is; `secondary` is a neutral remark. */
export type Severity = "info" | "success" | "warning" | "error" | "secondary";
