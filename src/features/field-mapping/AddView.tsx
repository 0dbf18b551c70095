import { useUnit } from "effector-react";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { newMappingForm } from "./formModel.ts";
import { EffectNotice } from "./EffectNotice.tsx";
import { WithPreview } from "./LivePreview.tsx";
import { MappingForm } from "./MappingForm.tsx";
import { MappingFrame } from "./MappingFrame.tsx";
import { mappingMessages } from "./messages.ts";
import { $mayUpdate, type FieldMapping } from "./place.ts";

export function View() {
  const t = useMessages(mappingMessages);
  return <MappingFrame title={t.addTitle}>{(all) => <Add all={all} />}</MappingFrame>;
}

function Add({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(mappingMessages);
  const form = useForm(newMappingForm);
  const { view, mayUpdate } = useUnit({ view: newMappingForm.$view, mayUpdate: $mayUpdate });
  if (form === null || view === null) return <Skeleton height={480} />;
  if (!mayUpdate) return <Alert severity="info" title={t.mayNotAdd} />;
  return (
    <>
      <EffectNotice all={all} />
      <WithPreview all={all}>
        <MappingForm
          all={all}
          form={form}
          values={view.values}
          mayUpdate
          isLocked={false}
          label={t.addTitle}
          failedTitle={t.notAdded}
          submitLabel={t.add}
        />
      </WithPreview>
    </>
  );
}
