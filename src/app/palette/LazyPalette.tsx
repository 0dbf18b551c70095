import { useUnit } from "effector-react";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { ScreenBoundary } from "../ScreenBoundary.tsx";
import { $search, breakPalette } from "./model.ts";

const latePalette = () => lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));

/**
 * The palette's code loads on first opening and then stays mounted, so that it can fade out. If loading or rendering
 * fails, the screen below stays with its input. The next opening retries: rendering may succeed then, and a failed
 * import may need a reload.
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
