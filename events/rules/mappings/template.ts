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
export type FillTemplate = (values: readonly string[], token: string) => string | null;

export function compileTemplate(template: string): FillTemplate {
  const names: string[] = [];
  const texts: string[] = [];
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    texts.push(template.slice(end, match.index));
    names.push(match[1] ?? "");
    end = match.index + match[0].length;
  }
  const last = template.slice(end);
  // No source has the number of the token.
  const indexes = names.map((name) => (name === "token" ? -1 : Number(name) - 1));
  const isToken = names.map((name) => name === "token");
  return (values, token) => {
    let text = "";
    for (let place = 0; place < names.length; place++) {
      const value = isToken[place] ? token : (values[indexes[place] ?? -1] ?? "");
      if (value === "" && !isToken[place]) return null;
      text += (texts[place] ?? "") + value;
    }
    return text + last;
  };
}
