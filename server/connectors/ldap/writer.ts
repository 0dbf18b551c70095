/**
 * Changes entries. Values of the member attribute of a group are ids of accounts, as in `members`. Servers without the
 * assertion control cannot compare the version and change the entry in one step, so it is compared immediately before.
 */
import {
  AddRequest,
  Attribute,
  Change,
  DeleteRequest,
  ModifyDNRequest,
  ModifyRequest,
  type Control,
} from "ldapts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  ConnectorError,
  type AttributeDelta,
  type Attributes,
  type ObjectName,
  type Preconditions,
  type SystemObject,
  type Writer,
} from "../contract.ts";
import { AssertionControl } from "./assertion.ts";
import { placeEntry, renameEntry } from "./entryName.ts";
import { all, equals, filterOf, hasId } from "./filters.ts";
import { finishRenaming, renameMember } from "./memberNames.ts";
import { kindOf, requestedAttributes } from "./objects.ts";
import { findEntries, findEntry } from "./paging.ts";
import { readRoot } from "./root.ts";
import { send } from "./send.ts";
import type { Kind } from "./settings.ts";
import { LOCKED_BY_ADMINISTRATOR, withActive } from "./status.ts";
import type { System } from "./system.ts";
import { encodeValue, firstValue, isPassword } from "./values.ts";
import type { RawEntry } from "./wire/decode.ts";
import { NO_SUCH_ATTRIBUTE, NO_SUCH_OBJECT, UNDEFINED_ATTRIBUTE } from "./wire/resultCodes.ts";
import type { Session } from "./wire/session.ts";

interface Target {
  readonly session: Session;
  readonly objectClass: ObjectClass;
  readonly kind: Kind;
}

/** An entry that is about to be changed. */
interface Found extends Target {
  readonly entry: RawEntry;
  /** Refuses the change if the entry is another one by then. */
  readonly controls: Control[];
}

export function createWriter(system: System): Writer {
  const { settings } = system;

  async function targetOf(name: string): Promise<Target> {
    const classes = await system.classes();
    const objectClass = classes.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!objectClass) throw new ConnectorError("schemaUnknown", "find", `Unknown class ${name}`);
    return { session: await system.session(), objectClass, kind: kindOf(settings, objectClass) };
  }

  async function findObject(name: string, key: ObjectName): Promise<SystemObject | null> {
    const { session, objectClass, kind } = await targetOf(name);
    const [entry, second] = await findEntries(session, {
      base: kind.baseDn,
      scope: "sub",
      filter:
        "id" in key
          ? hasId(settings, key.id)
          : all(filterOf(kind), equals(kind.nameAttribute, key.name)),
      attributes: requestedAttributes(settings, kind, objectClass),
    });
    if (entry && second) {
      throw new ConnectorError("contentDamaged", "find", `Several entries like ${entry.dn}`);
    }
    return entry ? system.objectOf(objectClass, entry) : null;
  }

  /** @throws ConnectorError notFound, changedMeanwhile */
  async function find(object: SystemObject, { version }: Preconditions): Promise<Found> {
    const target = await targetOf(object.objectClass);
    const { session, kind } = target;
    const { versionAttribute } = settings;
    const [entry, second] = await findEntries(session, {
      base: kind.baseDn,
      scope: "sub",
      filter: hasId(settings, object.id),
      attributes: [
        versionAttribute,
        ...(settings.statusAttribute ? [settings.statusAttribute] : []),
      ],
    });
    if (!entry || second) {
      const detail = `${entry ? "Several entries have" : "No entry has"} the id ${object.id}`;
      throw new ConnectorError(entry ? "contentDamaged" : "notFound", "find", detail);
    }
    if (version === null) return { ...target, entry, controls: [] };
    if (firstValue(entry, versionAttribute)?.toString() !== version) {
      throw new ConnectorError("changedMeanwhile", "find", `${entry.dn} was changed`);
    }
    const { supportedControls } = await readRoot(session);
    const controls = supportedControls.has(AssertionControl.oid)
      ? [new AssertionControl(equals(versionAttribute, version))]
      : [];
    return { ...target, entry, controls };
  }

  async function readBack(
    { session, objectClass, kind }: Target,
    dn: string,
  ): Promise<SystemObject> {
    const entry = await findEntry(session, dn, requestedAttributes(settings, kind, objectClass));
    if (!entry) throw new ConnectorError("notFound", "read", `${dn} cannot be read`);
    return system.objectOf(objectClass, entry);
  }

  async function encoded(
    { session, kind }: Target,
    attribute: string,
    values: readonly string[],
  ): Promise<Attribute> {
    if (isPassword(attribute)) values.forEach((value) => session.hide(value));
    const isMember = attribute.toLowerCase() === kind.memberAttribute?.toLowerCase();
    const written = isMember ? await system.index.membersOf(session, values) : values;
    return new Attribute({
      type: attribute,
      values: written.map((value) => encodeValue(attribute, value)),
    });
  }

  async function create(name: string, attributes: Attributes): Promise<SystemObject> {
    const target = await targetOf(name);
    const { kind, session } = target;
    const { dn, attributes: own } = placeEntry(kind, attributes);
    const hasClasses = Object.keys(own).some((one) => one.toLowerCase() === "objectclass");
    const values: Attributes = hasClasses
      ? own
      : { ...own, objectClass: [kind.className, ...kind.extraClasses] };
    const written: Attribute[] = [];
    for (const [attribute, texts] of Object.entries(values)) {
      if (texts.length > 0) written.push(await encoded(target, attribute, texts));
    }
    await send(session, (messageId) => new AddRequest({ messageId, dn, attributes: written }), {
      [NO_SUCH_OBJECT]: "baseMissing",
    });
    return readBack(target, dn);
  }

  /** Renames or moves the entry, and the members of groups with it. @returns what is left to change. */
  async function rename(
    found: Found,
    { id }: SystemObject,
    delta: readonly AttributeDelta[],
  ): Promise<{
    readonly dn: string;
    readonly rest: readonly AttributeDelta[];
    readonly isRenamed: boolean;
  }> {
    const { session, kind, controls, entry } = found;
    const { renaming, rest } = renameEntry(kind, entry.dn, delta);
    if (renaming === null) return { dn: entry.dn, rest, isRenamed: false };
    const isMember = kind.role === "account" && settings.groups?.memberAttribute;
    const [before] = isMember ? await system.index.membersOf(session, [id]) : [];
    const { newRdn, newSuperior } = renaming;
    await send(
      session,
      (messageId) =>
        new ModifyDNRequest({
          messageId,
          dn: entry.dn,
          newRdn,
          ...(newSuperior !== null && { newSuperior }),
          controls,
        }),
      { [NO_SUCH_OBJECT]: "baseMissing" },
    );
    if (before !== undefined) {
      const [after = before] = await system.index.membersOf(session, [id]);
      await renameMember(system, session, { before, after });
    }
    return { dn: renaming.dn, rest, isRenamed: true };
  }

  async function update(
    object: SystemObject,
    delta: readonly AttributeDelta[],
    when: Preconditions,
  ): Promise<SystemObject> {
    const found = await find(object, when);
    const { dn, rest, isRenamed } = await rename(found, object, delta);
    const changes: Change[] = [];
    for (const { attribute, add, remove } of rest) {
      if (remove.length > 0) {
        const modification = await encoded(found, attribute, remove);
        changes.push(new Change({ operation: "delete", modification }));
      }
      if (add.length > 0) {
        const modification = await encoded(found, attribute, add);
        changes.push(new Change({ operation: "add", modification }));
      }
    }
    const controls = isRenamed ? [] : found.controls;
    if (changes.length > 0) {
      await send(
        found.session,
        (messageId) => new ModifyRequest({ messageId, dn, changes, controls }),
      );
    }
    return readBack(found, dn);
  }

  async function setActive(
    object: SystemObject,
    active: boolean,
    when: Preconditions,
  ): Promise<SystemObject> {
    const { vendor, statusAttribute } = settings;
    const found = await find(object, when);
    const { session, entry, kind, controls } = found;
    if (statusAttribute === null || kind.role !== "account") {
      throw new ConnectorError("notAllowed", "find", `${entry.dn} cannot be deactivated`);
    }
    const current = firstValue(entry, statusAttribute)?.toString();
    const change = (operation: "add" | "delete" | "replace", ...values: string[]): Change =>
      new Change({ operation, modification: new Attribute({ type: statusAttribute, values }) });
    let changes: Change[];
    if (vendor !== "ACTIVE_DIRECTORY") {
      changes = [change("replace", ...(active ? [] : [LOCKED_BY_ADMINISTRATOR]))];
    } else if (current === undefined) {
      throw new ConnectorError("notAllowed", "find", `${entry.dn} has no ${statusAttribute}`);
    } else {
      const next = withActive(current, active);
      // Deleting the former flags fails if another writer changed them.
      changes = next === current ? [] : [change("delete", current), change("add", next)];
    }
    if (changes.length > 0) {
      await send(
        session,
        (messageId) => new ModifyRequest({ messageId, dn: entry.dn, changes, controls }),
        { [NO_SUCH_ATTRIBUTE]: "changedMeanwhile", [UNDEFINED_ATTRIBUTE]: "notAllowed" },
      );
    }
    return readBack(found, entry.dn);
  }

  async function remove(object: SystemObject, when: Preconditions): Promise<void> {
    const { session, entry, controls } = await find(object, when);
    await send(session, (messageId) => new DeleteRequest({ messageId, dn: entry.dn, controls }));
  }

  async function finishUpdate(object: SystemObject, former: Attributes): Promise<void> {
    const { session, kind } = await targetOf(object.objectClass);
    if (kind.role === "account") await finishRenaming(system, session, { object, former });
  }

  return { find: findObject, create, update, finishUpdate, setActive, remove };
}
