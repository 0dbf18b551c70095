/** The transforms of the values of sources, as a pipeline. */
import type { MappingFormat } from "../../entities/mapping.ts";

type Step = (value: string) => string;

/** Letters, marks, digits and apostrophes within a word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

function capitalized(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

/** "ANNE-MARIE o'neil" becomes "Anne-Marie O'neil". */
function titleCase(value: string): string {
  return value.replaceAll(WORD, capitalized);
}

/** "Jane van Doe" becomes "janeVanDoe". */
function camelCase(value: string): string {
  const words = value.match(WORD) ?? [];
  return words
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalized(word)))
    .join("");
}

/** No spaces at the ends, and one between words. */
function trimSpaces(value: string): string {
  return value.trim().replaceAll(/\s+/gu, " ");
}

/** Characters are code points. */
function substring(value: string, start: number, length: number | undefined): string {
  const characters = Array.from(value);
  const from = start < 0 ? Math.max(characters.length + start, 0) : start;
  return characters.slice(from, length === undefined ? undefined : from + length).join("");
}

function stepOf({ transform, start = 0, length }: MappingFormat): Step {
  switch (transform) {
    case "UPPERCASE":
      return (value) => value.toUpperCase();
    case "LOWERCASE":
      return (value) => value.toLowerCase();
    case "SUBSTRING":
      return (value) => substring(value, start, length);
    case "CAMEL_CASE":
      return camelCase;
    case "TITLE_CASE":
      return titleCase;
    case "TRIM_SPACES":
      return trimSpaces;
  }
}

/** The formats in their order as one function. */
export function pipelineOf(formats: readonly MappingFormat[]): Step {
  const steps = formats.map(stepOf);
  const [only] = steps;
  if (!only) return (value) => value;
  if (steps.length === 1) return only;
  return (value) => {
    let result = value;
    for (const step of steps) result = step(result);
    return result;
  };
}
