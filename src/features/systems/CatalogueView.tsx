import { useUnit } from "effector-react";
import {
  CONNECTOR_KINDS,
  CONNECTOR_TAGS,
  type ConnectorSummary,
} from "#events/entities/connector.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { connectorMessages } from "../../panels/connector-texts/messages.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { NoResults } from "../../ui/NoResults.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import {
  $connectors,
  $filters,
  $limits,
  $selected,
  chooseConnector,
  filterCatalogue,
  newSystemForm,
  retryCatalogue,
} from "./catalogueModel.ts";
import { systemMessages } from "./messages.ts";
import { $mayCreate } from "./place.ts";
import { countBy, matchingConnectors, possibleKinds, writingOf } from "./rules.ts";
import { useSetupFields } from "./SetupView.tsx";
import styles from "./systems.module.css";

/** The connectors by which a resource can be added, and what the client's plan allows. */
export function View() {
  const t = useMessages(systemMessages);
  const mayCreate = useUnit($mayCreate);
  return (
    <div className={styles.page}>
      <PageHeader title={t.catalogue} context={t.catalogueContext} />
      {mayCreate ? (
        <Catalogue />
      ) : (
        <EmptyState title={t.mayNotCreate}>{t.mayNotCreateWhy}</EmptyState>
      )}
    </div>
  );
}

function Catalogue() {
  const t = useMessages(systemMessages);
  const translate = useTranslate();
  const { connectors, limits, again } = useUnit({
    connectors: $connectors,
    limits: $limits,
    again: retryCatalogue,
  });
  const failure = connectors.failure ?? limits.failure;
  if (failure !== null) {
    return (
      <LoadFailed
        title={t.catalogueFailed}
        reason={translate(reasonOf(failure))}
        onRetry={() => again({})}
      />
    );
  }
  return (
    <>
      <Limits />
      <Filters connectors={connectors.value} />
      {connectors.status === "loading" ? (
        <Skeleton height={320} />
      ) : (
        <Connectors connectors={connectors.value} />
      )}
      <NewSystem />
    </>
  );
}

function Limits() {
  const t = useMessages(systemMessages);
  const { value: limits } = useUnit($limits);
  return (
    <section className={styles.limits} aria-label={t.limits}>
      {CONNECTOR_KINDS.map((kind) => (
        <div key={kind} className={styles.limit}>
          <span className={styles.muted}>{t.kinds[kind]}</span>
          <span className={styles.limitLine} aria-busy={limits === null}>
            {limits === null ? (
              <Skeleton width={72} height={20} />
            ) : (
              <>
                <strong>{t.limit(limits[kind].used, limits[kind].limit)}</strong>
                {limits[kind].isReached && <Tag tone="warning">{t.limitReached}</Tag>}
              </>
            )}
          </span>
        </div>
      ))}
    </section>
  );
}

function Filters({ connectors }: { readonly connectors: readonly ConnectorSummary[] }) {
  const t = useMessages(systemMessages);
  const texts = useMessages(connectorMessages);
  const { filters, filter } = useUnit({ filters: $filters, filter: filterCatalogue });
  const found = matchingConnectors(connectors, filters, texts).length;
  const kinds = countBy(connectors, ({ kinds: offered }) => offered);
  const tags = countBy(connectors, ({ tags: given }) => given);
  return (
    <FilterBar label={t.connectors} found={found}>
      <SearchField
        label={t.searchConnectors}
        value={filters.contains}
        onChange={(contains) => filter({ change: { contains } })}
      />
      <SegmentedControl
        label={t.kind}
        options={[
          { id: "all" as const, label: t.allKinds, count: connectors.length },
          ...CONNECTOR_KINDS.map((id) => ({
            id,
            label: t.kinds[id],
            count: kinds.get(id) ?? 0,
          })),
        ]}
        value={filters.kind}
        onChange={(kind) => filter({ change: { kind } })}
      />
      <SelectField
        label={t.tag}
        hideLabel
        value={filters.tag}
        options={[
          { value: "all", label: t.anyTag },
          ...CONNECTOR_TAGS.map((tag) => ({
            value: tag,
            label: t.withCount(t.tags[tag], tags.get(tag) ?? 0),
          })),
        ]}
        onChange={(tag) => filter({ change: { tag: tag as typeof filters.tag } })}
      />
    </FilterBar>
  );
}

function Connectors({ connectors }: { readonly connectors: readonly ConnectorSummary[] }) {
  const t = useMessages(systemMessages);
  const texts = useMessages(connectorMessages);
  const { filters, filter } = useUnit({ filters: $filters, filter: filterCatalogue });
  const shown = matchingConnectors(connectors, filters, texts);
  if (shown.length === 0) {
    return (
      <NoResults onClear={() => filter({ change: { contains: "", kind: "all", tag: "all" } })} />
    );
  }
  return (
    <ul className={styles.cards} aria-label={t.connectors}>
      {shown.map((connector) => (
        <li key={connector.id} className={styles.card}>
          <Connector connector={connector} />
        </li>
      ))}
    </ul>
  );
}

function Connector({ connector }: { readonly connector: ConnectorSummary }) {
  const t = useMessages(systemMessages);
  const texts = useMessages(connectorMessages);
  const { list } = useFormats();
  const { limits, choose } = useUnit({ limits: $limits, choose: chooseConnector });
  const { id, key, kinds, tags } = connector;
  const possible = possibleKinds(connector, limits.value);
  const reached = kinds.filter((kind) => !possible.includes(kind));
  const name = texts[key]?.name ?? key;
  return (
    <>
      <h2 className={styles.cardTitle}>{name}</h2>
      <p className={styles.muted}>{texts[key]?.description}</p>
      <p className={styles.tags}>
        {kinds.map((kind) => (
          <Tag key={kind} tone={possible.includes(kind) ? "accent" : "warning"}>
            {t.kinds[kind]}
          </Tag>
        ))}
        {tags
          .filter((tag) => !kinds.some((kind) => kind === tag))
          .map((tag) => (
            <Tag key={tag}>{t.tags[tag]}</Tag>
          ))}
      </p>
      {kinds.some((kind) => kind !== "manual") && (
        <p className={styles.muted}>{t[writingOf(connector)]}</p>
      )}
      {reached.length > 0 && (
        <p className={styles.reached}>
          {possible.length === 0
            ? t.allReached
            : t.someReached(list(reached.map((kind) => t.kinds[kind])))}
        </p>
      )}
      <div className={styles.cardAction}>
        <Button
          variant="primary"
          size="small"
          aria-label={t.chooseOne(name)}
          disabled={possible.length === 0}
          onClick={() => choose({ connectorId: id })}
        >
          {t.choose}
        </Button>
      </div>
    </>
  );
}

function NewSystem() {
  const t = useMessages(systemMessages);
  const texts = useMessages(connectorMessages);
  const form = useForm(newSystemForm);
  const fields = useSetupFields();
  const { view, connector, limits } = useUnit({
    view: newSystemForm.$view,
    connector: $selected,
    limits: $limits,
  });
  if (form === null || view === null || connector === null) return null;
  const possible = possibleKinds(connector, limits.value);
  return (
    <FormDialog
      label={t.newSystem(texts[connector.key]?.name ?? connector.key)}
      description={t.newSystemNext}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={[
        {
          fields: [
            ...fields,
            {
              name: "kind",
              kind: "select",
              label: t.fields.kind,
              description: t.kindHints[view.values.kind],
              disabled: connector.kinds.length === 1,
              options: connector.kinds.map((kind) => ({
                value: kind,
                label: possible.includes(kind)
                  ? t.kinds[kind]
                  : `${t.kinds[kind]} – ${t.limitReached}`,
                disabled: !possible.includes(kind),
              })),
            },
          ],
        },
      ]}
    />
  );
}
