import { useUnit } from "effector-react";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { ScreenBoundary } from "../ScreenBoundary.tsx";
import { $search, breakPalette } from "./model.ts";

const latePalette = () => lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));

/**
 * Its code comes when it is opened first; then it stays, so that it fades out. Where it does not come, or breaks, the
 * screen below stays as it is, with all that is typed there. The next opening tries again: what broke may be drawn then;
 * code that did not come may need a new page.
 */
export function LazyPalette() {
  const { search, fail } = useUnit({ search: $search, fail: breakPalette });
  const [late, setLate] = useState<{
    readonly Palette: ComponentType;
    readonly broken: boolean;
  } | null>(null);
  if (search.isOpen && late === null) setLate({ Palette: latePalette(), broken: false });
  if (!search.isOpen && late?.broken) setLate(null);
  return (
    late && (
      <ScreenBoundary
        route="palette"
        fallback={null}
        onError={({ message }) => {
          setLate({ ...late, broken: true });
          fail({ message });
        }}
      >
        <Suspense fallback={null}>
          <late.Palette />
        </Suspense>
      </ScreenBoundary>
    )
  );
}
