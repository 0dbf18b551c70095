/** The thread in which the code of mappings runs. */
import { workerData } from "node:worker_threads";
import { compileMappings, type MappingInput } from "#events/rules/mappings/evaluate.ts";
import { PreviewSummary } from "#events/rules/mappings/summary.ts";
import { normalFormOf } from "../connectors/equality.ts";
import { serve } from "../threads/serve.ts";
import type { ThreadData } from "../threads/startThread.ts";
import { compileCel } from "./code/cel.ts";
import type { CountedObject, EvaluatorMethods, EvaluatorSettings } from "./evaluatorMessages.ts";
import { writeResults } from "./resultText.ts";

const { settings } = workerData as ThreadData<EvaluatorSettings>;
const place = new Int32Array(settings.place);
const times = new Float64Array(settings.times);
const multiple = new Set(settings.multiple);

const evaluate = compileMappings({
  mappings: settings.mappings,
  direction: settings.direction,
  isMultiple: (target) => multiple.has(target),
  formOf: (target) => normalFormOf(settings.equalities?.[target] ?? "exact"),
  compileCode: (code, mapping) => {
    const run = compileCel(code, mapping);
    const index = settings.mappings.findIndex(({ id }) => id === mapping.id);
    return (input) => {
      Atomics.store(place, 1, index);
      Atomics.add(place, 0, 1);
      const started = performance.now();
      try {
        return run(input);
      } finally {
        Atomics.add(place, 0, 1);
        times[index] = (times[index] ?? 0) + performance.now() - started;
      }
    };
  },
  broken: new Map(settings.broken),
  held: new Map(Object.entries(settings.held)),
});

const summary = new PreviewSummary();

const methods: EvaluatorMethods = {
  evaluate: (inputs: string) => writeResults((JSON.parse(inputs) as MappingInput[]).map(evaluate)),
  count: (objects: string) => {
    for (const object of JSON.parse(objects) as CountedObject[]) {
      summary.add(object, evaluate(object.input));
    }
    return summary.takeObjects();
  },
  counts: () => summary.counts,
};

serve(methods);
