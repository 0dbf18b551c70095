/** crossfilter2: a sorted dimension for the percentage, one for the text, a group by resource that it keeps in step. */
import crossfilter from "crossfilter2";
import { normalize } from "../normalize.js";

export function prepare(source) {
  return { resources: source.resources, data: [...source.each()] };
}

export function open({ resources, data }) {
  const rows = crossfilter(data);
  const byIndex = rows.dimension((row) => row.index);
  const byPercent = rows.dimension((row) => row.percent);
  const byText = rows.dimension((row) => row.norm);
  // A group ignores the filter of its own dimension, and this one has none.
  const ofResource = byIndex.group((index) => data[index].resource);
  return ({ text, threshold }) => {
    if (text === undefined) {
      byText.filterAll();
      byPercent.filterRange([threshold, Number.POSITIVE_INFINITY]);
    } else {
      const part = normalize(text);
      byPercent.filterAll();
      byText.filterFunction((norm) => norm.includes(part));
    }
    const counts = new Uint32Array(resources);
    for (const { key, value } of ofResource.all()) counts[key] = value;
    return { counts, names: byIndex.bottom(50).map(({ name }) => name) };
  };
}
