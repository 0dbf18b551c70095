import { useUnit } from "effector-react";
import type { BuilderBanner } from "#events/policy/builder.ts";
import { Alert } from "../../ui/Alert.tsx";
import { $evaluation } from "./evaluation.ts";
import { $builder, toggleBanner } from "./model.ts";

/** The banner of a kind, where there is one. Those that come and go with the slider stand below it, or it would move. */
export function Banner({ kind }: { readonly kind: BuilderBanner["kind"] }) {
  const { evaluation, builder, toggle } = useUnit({
    evaluation: $evaluation,
    builder: $builder,
    toggle: toggleBanner,
  });
  const banner = evaluation?.view.banners.find((one) => one.kind === kind);
  if (!banner) return null;
  return (
    <Alert
      severity={banner.severity}
      title={banner.kind === "unlinkedAccounts" ? banner.title : "Low cohesion"}
      open={!builder.closedBanners.includes(banner.kind)}
      onOpenChange={(open) => toggle({ banner: banner.kind, open })}
      live
    >
      {banner.text}
    </Alert>
  );
}
