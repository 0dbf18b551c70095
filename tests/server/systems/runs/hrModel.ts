/** A plain model of the directory that runs of an HR system change, and of what their undo gives back. */

export interface HrObject {
  readonly given: string;
  /** Empty: none. */
  readonly department: string;
  /** False: the person has left. */
  readonly active: boolean;
}

export interface ModelPerson {
  readonly given: string;
  readonly department: string;
  readonly ended: boolean;
  /** When the access role ends, in milliseconds; null: without end; undefined: the person has none. */
  readonly roleUntil: number | null | undefined;
}

interface KnownObject extends HrObject {
  readonly goneAt: number | null;
}

/** Of one object or person: before and after a run. */
interface Delta<State> {
  readonly before: State | undefined;
  readonly after: State | undefined;
}

export interface ModelRun {
  readonly oid: string;
  readonly at: number;
  readonly objects: ReadonlyMap<string, Delta<KnownObject>>;
  readonly people: ReadonlyMap<string, Delta<ModelPerson>>;
  readonly departments: ReadonlySet<string>;
}

export class HrModel {
  readonly people = new Map<string, ModelPerson>();
  readonly departments = new Set<string>();
  /** People whom something besides runs needs. */
  readonly used = new Set<string>();
  readonly #known = new Map<string, KnownObject>();
  readonly #graceMs: number;
  runs: readonly ModelRun[] = [];

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** A complete run that is applied. */
  run(oid: string, system: ReadonlyMap<string, HrObject>, at: number): void {
    const objects = new Map<string, Delta<KnownObject>>();
    const people = new Map<string, Delta<ModelPerson>>();
    const departments = new Set<string>();
    for (const id of new Set([...this.#known.keys(), ...system.keys()])) {
      const before = this.#known.get(id);
      const now = system.get(id);
      const after = now ? { ...now, goneAt: null } : this.#missing(before, at);
      if (sameState(before, after)) continue;
      objects.set(id, { before, after });
      if (after) this.#known.set(id, after);
      else this.#known.delete(id);
      const person = this.people.get(id);
      const written = now?.active ? this.#written(person, now, departments) : person;
      const leaves = after === undefined || now?.active === false;
      const left = leaves && written ? ended(written, at) : written;
      if (sameState(person, left) || !left) continue;
      this.people.set(id, left);
      people.set(id, { before: person, after: left });
    }
    for (const department of departments) this.departments.add(department);
    this.runs = [...this.runs, { oid, at, objects, people, departments }];
  }

  #missing(known: KnownObject | undefined, at: number): KnownObject | undefined {
    if (known === undefined || known.goneAt === null) return known && { ...known, goneAt: at };
    return at - known.goneAt >= this.#graceMs ? undefined : known;
  }

  #written(
    person: ModelPerson | undefined,
    { given, department }: HrObject,
    added: Set<string>,
  ): ModelPerson {
    if (department !== "" && !this.departments.has(department)) added.add(department);
    return { given, department, ended: false, roleUntil: person?.roleUntil };
  }

  /** Why a run cannot be undone; null if it can be. */
  dependents(run: ModelRun): string | null {
    const later = this.runs.slice(this.runs.indexOf(run) + 1);
    if (later.some(({ objects }) => [...objects.keys()].some((id) => run.objects.has(id))))
      return "systemRuns.changedByRuns";
    for (const [id, { after }] of run.people) {
      // An access role alone does not change a person.
      if (!sameState(withoutRole(this.people.get(id)), withoutRole(after)))
        return "systemRuns.peopleChanged";
    }
    for (const [id, { before }] of run.people) {
      const hasRole = this.people.get(id)?.roleUntil !== undefined;
      if (before === undefined && (hasRole || this.used.has(id))) return "systemRuns.peopleUsed";
    }
    for (const [id, { department }] of this.people) {
      if (run.departments.has(department) && !run.people.has(id)) return "systemRuns.orgsUsed";
    }
    // Their undo would return people to the department.
    for (const { people } of later) {
      for (const { before } of people.values()) {
        if (before && run.departments.has(before.department)) return "systemRuns.orgsUsed";
      }
    }
    return null;
  }

  undo(run: ModelRun, at: number): void {
    for (const [id, { before, after }] of run.objects) {
      // An object that had returned is missing again.
      const goneAt = before?.goneAt !== null && after !== undefined ? at : null;
      if (before) this.#known.set(id, { ...before, goneAt });
      else this.#known.delete(id);
    }
    for (const [id, { before }] of run.people) {
      const present = this.people.get(id);
      if (!before) this.people.delete(id);
      else {
        const endedByRun = present?.roleUntil === run.at;
        const roleUntil = endedByRun ? before.roleUntil : present?.roleUntil;
        this.people.set(id, { ...before, roleUntil });
      }
    }
    for (const department of run.departments) this.departments.delete(department);
    this.runs = this.runs.filter((one) => one !== run);
  }
}

function ended(person: ModelPerson, at: number): ModelPerson {
  if (person.ended) return person;
  const { roleUntil } = person;
  const ends = roleUntil === null || (roleUntil !== undefined && roleUntil > at);
  return { ...person, department: "", ended: true, roleUntil: ends ? at : roleUntil };
}

function withoutRole(person: ModelPerson | undefined) {
  return person && { ...person, roleUntil: undefined };
}

function sameState(one: object | undefined, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
