export { PreviewProblem } from "./PreviewProblem.tsx";
export { Problem } from "./Problem.tsx";
export { problemMessages } from "./problemMessages.ts";
