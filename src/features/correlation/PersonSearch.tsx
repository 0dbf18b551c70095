import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { Identity } from "#events/entities/directory.ts";
import { personName } from "#events/rules/personName.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Whole } from "../../ui/Whole.tsx";
import {
  $isDeciding,
  $isSearching,
  $openResult,
  decide,
  openPersonSearch,
  personSearch,
} from "./resultsModel.ts";
import { simulationMessages, type SimulationMessages } from "./simulationMessages.ts";

/** Links the open account to any person of the client. */
export function PersonSearch() {
  const t = useMessages(simulationMessages);
  const list = useList(personSearch);
  const { isSearching, isDeciding, result, open, make } = useUnit({
    isSearching: $isSearching,
    isDeciding: $isDeciding,
    result: $openResult,
    open: openPersonSearch,
    make: decide,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const link = ({ oid }: Identity) => {
    if (result && !isDeciding) make({ no: result.no, decision: "link", identityOid: oid });
  };
  return (
    <ListDialog
      open={isSearching}
      onClose={() => open({ no: null })}
      title={t.search}
      description={t.searchWhat}
    >
      <ListPanel
        label={t.people}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchPeople}
        rowActions={(person) => (
          <Button
            size="small"
            variant="quiet"
            aria-label={t.linkTo(personName(person))}
            onClick={() => link(person)}
          >
            {t.linkOne}
          </Button>
        )}
        actionsWidth={104}
        summary={({ jobTitle }) => jobTitle ?? "–"}
        height="own"
      />
    </ListDialog>
  );
}

const oidOf = ({ oid }: Identity) => oid;

function columnsOf(t: SimulationMessages): readonly ListColumn<Identity>[] {
  return [
    {
      id: "name",
      header: t.person,
      sortable: true,
      grow: 2,
      cell: (person) => <Whole text={personName(person)} />,
    },
    {
      id: "username",
      header: t.username,
      priority: 2,
      cell: ({ username }) => <Whole text={username ?? "–"} />,
    },
    {
      id: "jobTitle",
      header: t.jobTitle,
      priority: 2,
      cell: ({ jobTitle }) => <Whole text={jobTitle ?? "–"} />,
    },
  ];
}
