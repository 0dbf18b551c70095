/** Generated sessions as files. */
import { exportSessions } from "#src/app/exportFile.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";

/** Like an export with pseudonyms. */
export async function bundleOf(session: LoggedSession): Promise<Blob> {
  const content = { ...session, build: "0.1.0", personal: [], since: null };
  const { file } = await exportSessions([content], {
    build: "0.1.0",
    withNames: false,
    bodyOf: async () => null,
    progressed: () => undefined,
  });
  return file;
}
