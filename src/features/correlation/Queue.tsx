import { useUnit } from "effector-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import type {
  Candidate,
  CorrelationResult,
  Decision,
  Simulation,
} from "#events/entities/correlation.ts";
import { Button } from "../../ui/Button.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { CreationDialog } from "./CreationDialog.tsx";
import { PersonSearch } from "./PersonSearch.tsx";
import { describePerson, hasClearBest, lackingSide } from "./decisions.ts";
import { correlationMessages } from "./messages.ts";
import { $mayUpdate } from "./place.ts";
import {
  $isDeciding,
  $isOpen,
  $mayCreate,
  $maySearch,
  $openResult,
  creationForm,
  decide,
  openPersonSearch,
  openResult,
} from "./resultsModel.ts";
import { simulationMessages } from "./simulationMessages.ts";
import styles from "./correlation.module.css";

/** One account beside its candidates. A decision opens the next account. */
export function Queue({ simulation }: { readonly simulation: Simulation }) {
  const t = useMessages(simulationMessages);
  const start = useRef<HTMLDivElement>(null);
  const { result, isOpen, open } = useUnit({
    result: $openResult,
    isOpen: $isOpen,
    open: openResult,
  });
  const hints =
    simulation.status === "applied" ? { ...t.kindHints, ...t.appliedKindHints } : t.kindHints;
  return (
    <Modal
      open={isOpen}
      onClose={() => open({ no: null })}
      title={result?.name ?? t.results}
      description={result ? hints[result.kind] : t.allDone}
      size="large"
      initialFocus={start}
    >
      <div ref={start} tabIndex={-1} className={styles.queue}>
        {result && <Account result={result} reviewFrom={simulation.settings.reviewFrom} />}
      </div>
      <CreationDialog />
      <PersonSearch />
    </Modal>
  );
}

function Account({
  result,
  reviewFrom,
}: {
  readonly result: CorrelationResult;
  readonly reviewFrom: number;
}) {
  const t = useMessages(simulationMessages);
  const { mayUpdate, mayCreate, maySearch, isDeciding, make, open, create, search } = useUnit({
    mayUpdate: $mayUpdate,
    mayCreate: $mayCreate,
    maySearch: $maySearch,
    search: openPersonSearch,
    create: creationForm.toggle,
    isDeciding: $isDeciding,
    make: decide,
    open: openResult,
  });
  const { no, candidates } = result;
  const isClear = hasClearBest(candidates, reviewFrom);
  const section = useRef<HTMLElement>(null);
  // The dialog's focus moves here with each account, so that keys work at once.
  useEffect(() => section.current?.focus(), [no]);
  const act = (decision: Decision, identityOid: string | null) => {
    if (mayUpdate && !isDeciding) make({ no, decision, identityOid });
  };
  const skip = () => open({ no: no + 1 });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const chosen = candidates[Number(key) - 1];
    if (chosen) act("link", chosen.identityOid);
    else if (key === "n") act("none", null);
    else if (key === "x" && candidates[0]) act("different", candidates[0].identityOid);
    else if (key === "p" && mayUpdate && maySearch) search({ no });
    else if (key === "c" && mayUpdate && mayCreate) create({ open: true });
    else if (key === "s") skip();
    else return;
    event.preventDefault();
  };
  return (
    // The keys act on the whole dialog; each has a button as well.
    <section
      aria-label={result.name}
      className={styles.queue}
      ref={section}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      aria-busy={isDeciding}
    >
      <Comparison result={result} />
      {mayUpdate && (
        <div className={styles.actions}>
          {candidates.map(({ identityOid }, at) => (
            <Button
              key={identityOid}
              variant={at === 0 && isClear ? "primary" : "secondary"}
              onClick={() => act("link", identityOid)}
            >
              {t.link(at + 1)} <Kbd>{at + 1}</Kbd>
            </Button>
          ))}
          {candidates[0] && (
            <Button onClick={() => act("different", candidates[0]?.identityOid ?? null)}>
              {t.different(1)} <Kbd>{t.keyNames.different}</Kbd>
            </Button>
          )}
          <Button onClick={() => act("none", null)}>
            {t.leave} <Kbd>{t.keyNames.leave}</Kbd>
          </Button>
          {maySearch && (
            <Button onClick={() => search({ no })}>
              {t.search} <Kbd>{t.keyNames.search}</Kbd>
            </Button>
          )}
          {mayCreate && (
            <Button onClick={() => create({ open: true })}>
              {t.create} <Kbd>{t.keyNames.create}</Kbd>
            </Button>
          )}
          <Button variant="quiet" onClick={skip}>
            {t.skip} <Kbd>{t.keyNames.skip}</Kbd>
          </Button>
        </div>
      )}
    </section>
  );
}

/** The texts of the account and of its candidates, with the evidence of each rule. */
function Comparison({ result }: { readonly result: CorrelationResult }) {
  const t = useMessages(simulationMessages);
  const names = useMessages(correlationMessages);
  const { percent } = useFormats();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.comparison}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.rule}</th>
            <th scope="col">{t.account}</th>
            {result.candidates.map(({ identityOid, name, probability, ...person }, at) => (
              <th key={identityOid} scope="col">
                <span className={styles.agreement}>{t.candidateNo(at + 1)}</span>
                {name}
                <span className={styles.agreement}>{describePerson(person)}</span>
                <span className={styles.agreement}>{percent(100 * probability)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.values.map(({ ruleId, field, value }) => (
            <tr key={ruleId}>
              <th scope="row">{names.fields[field]}</th>
              <td>{value ?? "–"}</td>
              {result.candidates.map((candidate) => (
                <td key={candidate.identityOid}>
                  <Evidence candidate={candidate} ruleId={ruleId} accountValue={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Evidence({
  candidate: { fields },
  ruleId,
  accountValue,
}: {
  readonly candidate: Candidate;
  readonly ruleId: string;
  readonly accountValue: string | null;
}) {
  const t = useMessages(simulationMessages);
  const { decimal } = useFormats();
  const field = fields.find((one) => one.ruleId === ruleId);
  if (!field) return "–";
  const { value, agreement, weight } = field;
  const lacking = lackingSide(accountValue, value);
  return (
    <>
      {value ?? "–"}
      <span className={styles.agreement}>
        <Tag tone={agreement === "different" ? "warning" : "secondary"}>
          {agreement === "missing" && lacking ? t.lacks[lacking] : t.agreements[agreement]}
        </Tag>{" "}
        {agreement !== "missing" && t.bits(decimal(weight))}
      </span>
    </>
  );
}
