import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { problemMessages } from "./problemMessages.ts";

/** The work waits for space on the server's disk. */
export function DiskWait() {
  const { title, todo } = useMessages(problemMessages).diskWait;
  return (
    <Alert severity="warning" title={title}>
      <p>{todo}</p>
    </Alert>
  );
}
