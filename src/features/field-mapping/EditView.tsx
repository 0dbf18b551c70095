import { useUnit } from "effector-react";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { EffectNotice } from "./EffectNotice.tsx";
import { mappingDeletion, mappingForm } from "./formModel.ts";
import { WithPreview } from "./LivePreview.tsx";
import { MappingForm } from "./MappingForm.tsx";
import { MappingFrame } from "./MappingFrame.tsx";
import { mappingMessages } from "./messages.ts";
import { $mapping, $mayUpdate, $title, type FieldMapping } from "./place.ts";
import { Missing } from "./Missing.tsx";
import { toDn } from "./route.ts";
import { specialName } from "./mappingText.ts";

export function View() {
  const t = useMessages(mappingMessages);
  const { title, mapping } = useUnit({ title: $title, mapping: $mapping });
  const name = title ?? (mapping ? specialName(targetOf(mapping), t) : null);
  return (
    <MappingFrame
      title={name ?? t.editTitle}
      actions={(all) => mapping && <Actions all={all} name={name ?? ""} />}
    >
      {(all) =>
        mapping ? (
          <>
            <EffectNotice all={all} />
            <Edit all={all} />
          </>
        ) : (
          <Missing all={all} />
        )
      }
    </MappingFrame>
  );
}

function Actions({ all, name }: { readonly all: FieldMapping; readonly name: string }) {
  const t = useMessages(mappingMessages);
  const { mapping, open } = useUnit({ mapping: $mapping, open: mappingDeletion.open });
  const dialog = useConfirmation(mappingDeletion);
  if (mapping === null) return null;
  const { id, direction, config, locked } = mapping;
  return (
    <>
      {direction === "outbound" && config.target === "attribute" && (
        <Link className={buttonClass("secondary")} href={toDn(all.resourceId, direction, id)}>
          {t.buildDn}
        </Link>
      )}
      <Button
        variant="dangerOutline"
        idle={locked}
        title={locked ? t.unlockFirst : undefined}
        onClick={() => open({ subject: { id, name } })}
      >
        {t.delete}
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={t.deleteTitle(name)}
        description={t.deleteWhat}
        confirmLabel={t.delete}
        failedTitle={t.notDeleted}
      />
    </>
  );
}

function Edit({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  const form = useForm(mappingForm);
  const { view, mayUpdate } = useUnit({ view: mappingForm.$view, mayUpdate: $mayUpdate });
  if (form === null || view === null) return <Skeleton height={480} />;
  return (
    <WithPreview all={all}>
      <MappingForm
        all={all}
        form={form}
        values={view.values}
        mayUpdate={mayUpdate}
        isLocked={view.saved.locked}
        label={t.editTitle}
        failedTitle={t.notSaved}
      />
    </WithPreview>
  );
}
