import { Skeleton } from "./Skeleton.tsx";

/** Reserves the place of a screen's title until it is known. */
export function TitleSkeleton({ label }: { readonly label: string }) {
  return (
    <>
      <span className="visually-hidden">{label}</span>
      <Skeleton width={220} height={28} />
    </>
  );
}
