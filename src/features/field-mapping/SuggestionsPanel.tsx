import { useUnit } from "effector-react";
import type { MappingSuggestion } from "#events/entities/mapping.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import { retry, type FieldMapping } from "./place.ts";
import { previewMessages } from "./previewMessages.ts";
import { $isAccepting, $suggestions, acceptSuggestion } from "./previewModel.ts";
import { nameOf, originText } from "./texts.ts";

/** Mappings that the values themselves suggest; each is added on its own. */
export function SuggestionsPanel({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(previewMessages);
  const translate = useTranslate();
  const { query, again } = useUnit({ query: $suggestions, again: retry });
  return (
    <Panel title={t.suggestions} context={t.suggestionsWhat}>
      {query.value === null ? (
        query.failure === null ? (
          <Skeleton height={72} />
        ) : (
          <LoadFailed
            title={t.suggestionsFailed}
            reason={translate(reasonOf(query.failure))}
            onRetry={() => again({})}
          />
        )
      ) : query.value.suggestions.length === 0 ? (
        <p className={styles.muted}>
          {query.value.sampled === 0 ? t.nothingToCompare : t.noSuggestions}
        </p>
      ) : (
        <ul className={styles.targets}>
          {query.value.suggestions.map((suggestion) => (
            <Suggestion
              key={JSON.stringify(suggestion.mapping)}
              all={all}
              suggestion={suggestion}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Suggestion({
  all,
  suggestion: { mapping, compared, matched },
}: {
  readonly all: FieldMapping;
  readonly suggestion: MappingSuggestion;
}) {
  const t = useMessages(previewMessages);
  const names = useMessages(mappingMessages);
  const { percent, count } = useFormats();
  const { isAccepting, accept } = useUnit({
    isAccepting: $isAccepting,
    accept: acceptSuggestion,
  });
  const name = nameOf(targetOf(mapping), all, names);
  const share = compared === 0 ? 0 : (100 * matched) / compared;
  return (
    <li className={styles.target}>
      <h3 className={styles.name}>{name}</h3>
      <div className={styles.suggestion}>
        <span className={styles.origin}>{originText(mapping, all, names)}</span>
        <span className={styles.muted}>{t.fits(percent(share), count(compared))}</span>
        <Button
          size="small"
          busy={isAccepting}
          aria-label={t.useFor(name)}
          onClick={() => accept({ mapping })}
        >
          {t.use}
        </Button>
      </div>
    </li>
  );
}
