/** Reads single objects of the system that a plan is applied to. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Connection, ObjectName, SystemObject, Writer } from "../../connectors/contract.ts";
import { systemEquality, systemForms, type SameValuesOfClass } from "../../connectors/equality.ts";
import { isStored, type WrittenAttribute } from "../../connectors/storedValues.ts";
import type { ComparedAccount, ExclusionOf } from "../../systems/accountExclusions.ts";
import { ChangeError } from "./changeError.ts";

const PAGE = 1000;

export interface TargetObjects {
  readonly writer: Writer;
  /** @throws ChangeError schemaUnknown */
  classOf(name: string): ObjectClass;
  /** How the system compares values. */
  readonly sameValues: SameValuesOfClass;
  /** Whether the system stored what was written, perhaps in another form. */
  isStored(objectClass: string, attribute: string, values: WrittenAttribute): boolean;
  /** Whether objects of the class show values of the attribute. */
  isReported(objectClass: string, attribute: string): boolean;
  /** Call it before an account is written. @throws ChangeError accountExcluded */
  requireIncluded(account: ComparedAccount): void;
  /** @returns the object as the system stores it now; null if there is none. */
  find(objectClass: string, key: ObjectName): Promise<SystemObject | null>;
  /** @throws ChangeError notFound */
  require(objectClass: string, key: ObjectName): Promise<SystemObject>;
  /** Of accounts that name their entitlements. @throws ChangeError notAllowed */
  entitlementAttribute(objectClass: string): Promise<string>;
}

/** @throws ChangeError notAllowed if the connection cannot write. */
export async function openTarget(
  connection: Connection,
  exclusionOf: ExclusionOf,
): Promise<TargetObjects> {
  const { writer } = connection;
  if (writer === null) throw new ChangeError("notAllowed", "The connection cannot write");
  const classes = await connection.discoverSchema();

  const classOf = (name: string): ObjectClass => {
    const found = classes.find((one) => one.name === name);
    if (found) return found;
    throw new ChangeError("schemaUnknown", `The system has no class ${name}`);
  };

  const formOf = systemForms(classes);

  const find = async (objectClass: string, key: ObjectName): Promise<SystemObject | null> =>
    writer.find ? writer.find(objectClass, key) : search(connection, classOf(objectClass), key);

  return {
    writer,
    classOf,
    sameValues: systemEquality(classes),
    isStored: (objectClass, attribute, values) => isStored(values, formOf(objectClass, attribute)),
    isReported: (objectClass, attribute) => {
      const found = classOf(objectClass).attributes.find(({ name }) => name === attribute);
      return found !== undefined && found.readable !== false;
    },
    requireIncluded: (account) => {
      if (exclusionOf(account) !== null) throw new ChangeError("accountExcluded", account.name);
    },
    find,
    require: async (objectClass, key) => {
      const object = await find(objectClass, key);
      if (object) return object;
      throw new ChangeError("notFound", "id" in key ? key.id : key.name);
    },
    entitlementAttribute: async (objectClass) => {
      const named = writer.entitlementAttribute
        ? await writer.entitlementAttribute(objectClass)
        : onlyMultiple(classOf(objectClass));
      if (named !== null) return named;
      throw new ChangeError("notAllowed", "The connection cannot write entitlements of accounts");
    },
  };
}

function onlyMultiple({ attributes }: ObjectClass): string | null {
  const [first, second] = attributes.filter(({ multiple }) => multiple);
  return first && !second ? first.name : null;
}

/** Reads the class until the object is found. */
async function search(
  connection: Connection,
  objectClass: ObjectClass,
  key: ObjectName,
): Promise<SystemObject | null> {
  const isSought = ({ id, name }: SystemObject) =>
    "id" in key ? id === key.id : name === key.name;
  const pages = connection.search(objectClass, PAGE);
  for (;;) {
    const { done, value } = await pages.next();
    if (done) {
      if (value.problem !== null) throw value.problem;
      return null;
    }
    const found = value.find(isSought);
    if (!found) continue;
    await pages.return(undefined as never);
    return found;
  }
}
