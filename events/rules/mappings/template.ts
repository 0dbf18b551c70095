/** Templates of values: {1} stands for the first source, {token} for the number that makes the value unique. */

const PLACEHOLDER = /\{(\d{1,3}|token)\}/g;

/** The numbers of the sources that a template names. */
export function placeholdersOf(template: string): number[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, name]) =>
    name === "token" ? [] : [Number(name)],
  );
}

export function namesToken(template: string): boolean {
  return template.includes("{token}");
}

/**
 * @param values of the sources, in their order.
 * @returns null if a source that the template names has no value.
 */
export function fillTemplate(
  template: string,
  values: readonly string[],
  token: string,
): string | null {
  let isComplete = true;
  const text = template.replaceAll(PLACEHOLDER, (_match, name: string) => {
    if (name === "token") return token;
    const value = values[Number(name) - 1] ?? "";
    if (value === "") isComplete = false;
    return value;
  });
  return isComplete ? text : null;
}
