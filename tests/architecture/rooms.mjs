/**
 * The repository's rooms and their import rules. Pure: paths in, a reason or null out. The lint plugin checks every
 * import with it; nothing else decides.
 */

export const ROOMS = ["events", "workers", "src", "server", "tests", "e2e", "bench"];

/** Rooms about the others: they may import anything, and no room imports them. */
const WATCHERS = new Set(["tests", "e2e", "bench"]);

/** Packages that a room may use; unlisted rooms may use any. */
const PACKAGES = { events: ["typebox", "tlds"] };

/** Packages of the views, which must not access state, network or routes. */
const UI_PACKAGES = [
  "react",
  "react-dom",
  "@base-ui/react",
  "@tabler/icons-react",
  "@tanstack/react-virtual",
  "@tanstack/react-table",
  "uplot",
  "@codemirror",
  "@lezer/highlight",
];

/** The parts of `src` and what each may import of `src`. */
const PARTS_OF_SRC = {
  app: ["app", "features", "panels", "data", "kernel", "ui"],
  features: ["features", "panels", "data", "kernel", "ui"],
  panels: ["panels", "kernel", "ui"],
  data: ["data", "kernel", "ui"],
  kernel: ["kernel"],
  ui: ["ui"],
  replay: ["app", "features", "panels", "data", "kernel", "replay", "ui"],
};

/** Parts of `src` with one folder per subject, imported from outside only through its index.ts. */
const PARTS_WITH_INDEX = ["features", "data"];

/** The part of `src` that runs on a command line without a browser. */
const NODE_PART = "src/replay/";

/** The list of all manifests. Nothing else may import a manifest, because it loads views and models. */
const FEATURE_LIST = "src/app/features.ts";

/**
 * @typedef {object} Import
 * @property {string} from path of the importing file, from the root, with slashes
 * @property {string} specifier as written
 * @property {boolean} isType imports only types
 * @property {boolean} [isUrl] within `new URL(specifier, import.meta.url)`
 */

/**
 * @param {Import} one
 * @returns {string | null} why the import is refused
 */
export function refuse(one) {
  const room = roomOf(one.from);
  if (room === null) return null;
  const { specifier } = one;
  if (specifier.startsWith("#")) return refuseAlias(one, room);
  if (specifier.startsWith(".")) return refuseRelative(one, room);
  return refusePackage(one, room);
}

/** @param {string} path from the root */
export function roomOf(path) {
  const [first = ""] = path.split("/");
  return ROOMS.includes(first) ? first : null;
}

function refuseAlias({ from, specifier, isType, isUrl }, room) {
  const path = specifier.slice(1);
  const target = roomOf(path);
  if (target === null) return `"${specifier}" names no room. The rooms are ${ROOMS.join(", ")}.`;
  if (target === room) {
    return `Within ${room}/ imports are relative: "#${room}/…" is for other rooms, which then stand out.`;
  }
  return refuseRoom({ from, room, target, path, isType, isUrl });
}

function refuseRelative({ from, specifier, isType, isUrl }, room) {
  const path = join(from, specifier);
  const target = roomOf(path);
  if (target === null) return null;
  if (target === room) return room === "src" ? refuseWithinSrc(from, path) : null;
  const isWorkerStart = isUrl && from === "src/kernel/analyticsWorker.ts";
  if (!isWorkerStart && !WATCHERS.has(room)) {
    return `Another room is imported as "#${path}", so that a reader sees the border that is crossed.`;
  }
  return refuseRoom({ from, room, target, path, isType, isUrl });
}

function refuseRoom({ from, room, target, path, isType, isUrl }) {
  if (room === "tests" || room === "bench" || room === "e2e") return null;
  if (WATCHERS.has(target)) {
    return `Nobody imports ${target}/: the product must run without it.`;
  }
  if (room === "events") {
    return "events/ is the language that everyone speaks: it imports nothing of ours, or every room would depend on all others.";
  }
  if (room === "workers") {
    return target === "events"
      ? null
      : `workers/ imports events/ only: its methods run in a worker, in tests and on the server alike, without ${target}/.`;
  }
  if (room === "src") return refuseFromSrc({ from, target, path, isType, isUrl });
  return refuseFromServer(target, path);
}

function refuseFromSrc({ from, target, path, isType, isUrl }) {
  if (from.startsWith("src/ui/")) return UI_REASON;
  if (target === "events") return null;
  if (from.startsWith(NODE_PART) && target === "workers" && !path.endsWith("/worker.ts")) {
    return null;
  }
  if (target !== "workers")
    return `src/ runs in a browser and reaches ${target}/ by calls alone, as events/calls declares them.`;
  if (isUrl && from === "src/kernel/analyticsWorker.ts") return null;
  if (path.endsWith("?worker&url") && from === "src/app/replay/coreCode.ts") return null;
  if (isType && /^workers\/[^/]+\/contract\.ts$/.test(path)) return null;
  return "src/ takes only types from workers/*/contract.ts (`import type`): the code of the worker must not enter the main thread's bundle.";
}

function refuseFromServer(target, path) {
  if (target === "events") return null;
  if (target === "workers" && !path.endsWith("/worker.ts")) return null;
  return target === "workers"
    ? "server/ uses the pure parts of workers/; worker.ts speaks to a browser."
    : "server/ never imports src/: what both sides share is declared in events/.";
}

const UI_REASON =
  "src/ui/ imports nothing of ours: props in, callbacks out, or its widgets could not be shown, tested or moved alone.";

function refuseWithinSrc(from, path) {
  const [, part = "", folder = ""] = from.split("/");
  const [, target = "", targetFolder = "", ...rest] = path.split("/");
  const allowed = PARTS_OF_SRC[part];
  if (allowed && !allowed.includes(target)) {
    return part === "ui"
      ? UI_REASON
      : `src/${part}/ does not import src/${target}/: the layers are app, features, panels, data, kernel, and each knows only those below it.`;
  }
  if (part === "data" && target === "ui" && targetFolder !== "language") {
    return "src/data/ has no views: of src/ui/ it imports language/ only.";
  }
  const isOwn = part === target && folder === targetFolder;
  if (/^src\/features\/[^/]+\/feature\.ts$/.test(path)) {
    return from === FEATURE_LIST
      ? null
      : "Only src/app/features.ts imports a feature.ts: addresses and links are in the feature's route.ts.";
  }
  if (PARTS_WITH_INDEX.includes(target) && !isOwn && rest.join("/") !== "index.ts") {
    return `A folder of src/${target}/ is imported through its index.ts only: src/${target}/${targetFolder}/index.ts.`;
  }
  return null;
}

function refusePackage({ from, specifier }, room) {
  if (WATCHERS.has(room) || room === "server") return null;
  if (specifier.startsWith("node:")) {
    if (from.startsWith(NODE_PART)) return null;
    return `${room}/ runs in a browser, which has no "${specifier}".`;
  }
  const allowed = from.startsWith("src/ui/") ? UI_PACKAGES : PACKAGES[room];
  if (!allowed || allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
    return null;
  }
  const place = from.startsWith("src/ui/") ? "src/ui" : room;
  return `${place}/ uses ${allowed.join(", ")} and no other package; "${specifier}" belongs elsewhere.`;
}

/** The path from the root of a file's relative specifier. */
function join(from, specifier) {
  const parts = from.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  return parts.join("/");
}
