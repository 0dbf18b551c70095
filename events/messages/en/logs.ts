/** The event log: its exports, and why a file cannot be replayed. */
export const LOGS = {
  "logs.notKept":
    "This browser keeps no event log. You can work on; to have this session looked at, export its log before you close the tab.",
  "logs.earlierLost":
    "This browser could not read the event logs of earlier sessions and dropped them. The one of this session is kept.",
  "logs.exported": {
    one: "{file} was saved: {count:number} event, {bytes:bytes}.",
    other: "{file} was saved: {count:number} events, {bytes:bytes}.",
  },
  "logs.sessionsLeftOut": {
    one: "{count:number} session of a newer Provision was left out: it can be exported once that is in use again.",
    other:
      "{count:number} sessions of a newer Provision were left out: they can be exported once that is in use again.",
  },
  "logs.eventsLeftOut": {
    one: "{count:number} event of an earlier session cannot be read any more and was left out.",
    other: "{count:number} events of earlier sessions cannot be read any more and were left out.",
  },
  "logs.cleared":
    "The logs of earlier sessions were dropped. Those whose tabs are or may still be open stay.",
  "logs.notCleared":
    "The logs of earlier sessions could not be dropped. Load the page again, and try again.",

  "palette.broken": "The search could not be opened. Save your work, and load the page again.",
  "logs.badReport": "The report in this log cannot be read: {reason}",
  "logs.otherReport": "The report in this log is not the one that was shown: its bytes differ.",
  "logs.badPolicy": "The policy in this log cannot be read: {reason}",
  "logs.otherPolicy": "The policy in this log is not the one that was shown: its bytes differ.",
} as const;
