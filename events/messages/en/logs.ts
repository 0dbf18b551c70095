/** The event log: its exports, and why a file cannot be replayed. */
export const LOGS = {
  "logs.notKept":
    "This browser keeps no event log. You can continue working. To report a problem, export the log before you close the tab.",
  "logs.earlierLost":
    "This browser could not read the event logs of earlier sessions and deleted them. The log of this session is kept.",
  "logs.exported": {
    one: "{file} was saved: {count:number} event, {bytes:bytes}.",
    other: "{file} was saved: {count:number} events, {bytes:bytes}.",
  },
  "logs.sessionsLeftOut": {
    one: "{count:number} session of a newer Provision was left out. To export it, switch back to the newer version.",
    other:
      "{count:number} sessions of a newer Provision were left out. To export them, switch back to the newer version.",
  },
  "logs.eventsLeftOut": {
    one: "{count:number} event of an earlier session can no longer be read and was left out.",
    other: "{count:number} events of earlier sessions can no longer be read and were left out.",
  },
  "logs.cleared":
    "The logs of earlier sessions were deleted, except those whose tabs may still be open.",
  "logs.notCleared":
    "The logs of earlier sessions couldn't be deleted. Reload the page and try again.",

  "palette.broken": "The search could not be opened. Save your work, and load the page again.",
  "logs.empty": "The file is empty. Get the file again from where it was exported.",
  "logs.noEvents": "The log contains no event to replay. Export a longer time range.",
  "logs.notGzipped":
    "This is not an event log of Provision: it is not gzipped, or its start is damaged. Choose a file that ends in .ndjson.gz.",
  "logs.otherFile":
    "This is not an event log of Provision. Choose a file that Provision Support exported; its name ends in .ndjson.gz.",
  "logs.unreadable":
    "The file cannot be read: it is a folder, or was moved or removed in the meantime. Choose it again.",
  "logs.brokenOff":
    "The file cannot be read completely: it was changed, moved or removed in the meantime, or its disk failed. Choose it again.",
  "logs.truncated":
    "The file breaks off after line {line:position}. Get the file again from where it was exported.",
  "logs.damaged":
    "The file breaks off or is damaged after line {line:position}. Get the file again from where it was exported.",
  "logs.edited":
    "The log was changed after it was written, between lines {from:position} and {to:position}. Get the file again from where it was exported.",
  "logs.tooLarge":
    "Line {line:position}: the log is too large to open. Export a shorter time range.",
  "logs.tooLargeUnzipped":
    "After line {line:position} the file has more than {max:number} MiB when unzipped. Export a shorter time range.",

  "logs.newer": "{problem} Open it in that version of Provision, or a later one.",
  "logs.newerFormat":
    "The log was written by a newer Provision, in a format that this version does not support.",
  "logs.newerFormatOf":
    "The log was written by a newer Provision ({build}), in a format that this version does not support.",
  "logs.event": "{type} (version {version:position})",
  "logs.unknownEvent":
    "Line {line:position} holds an event that this version does not support: {event}.",
  "logs.newerEvent": "Line {line:position} holds an event of a newer version: {event}.",

  "logs.bad": "{problem} Get the file again from where it was exported.",
  "logs.unforeseen": "The file contains data that Provision did not write.",
  "logs.badHeader": "Line 1, the header, was not written by Provision.",
  "logs.otherCounts": "The numbers of sessions, events and bodies differ from line 1.",
  "logs.unfinishedBody": "The last body is incomplete.",
  "logs.longLine": "Line {line:position} is too long.",
  "logs.notText": "Line {line:position} is not text.",
  "logs.notJson": "Line {line:position} is not JSON: it was changed or cut off.",
  "logs.otherLine": "Line {line:position} is not in a format that Provision writes.",
  "logs.afterEnd": "Line {line:position} follows the end of the log.",
  "logs.noPart": "Line {line:position} is not part of a body.",
  "logs.bodyTooEarly": "Line {line:position} begins a body before the previous one is complete.",
  "logs.missingBody": "Line {line:position} cites a body that is not in the file.",
  "logs.otherBody": "Line {line:position} cites a body whose content in the file differs.",
  "logs.repeatedSession": "Line {line:position} begins the session {session} a second time.",
  "logs.noSession": "Line {line:position} holds an event before any session.",
  "logs.badTime": "Line {line:position} holds an invalid time.",
  "logs.badOrder":
    "Line {line:position} holds an event with the number {seq:position} of the session, after number {before:position}.",
  "logs.badContent": "Line {line:position} holds {event} with invalid content.",
  "logs.cannotReplay":
    "Event {seq:position}, {event}, cannot be replayed: the state before it is not of this version of Provision. Open the log in the version that recorded it.",

  "logs.sessionGone": "This session is no longer kept. Choose another one.",
  "logs.storeNotLoaded": "The part of this page that keeps the event log could not be loaded.",
  "logs.noRoom":
    "The browser has no room for the file, or can no longer read a report. Make room on the disk, or leave the reports out.",
  "logs.badReport": "The report in this log cannot be read: {reason}",
  "logs.otherReport": "The report in this log is not the one that was shown: its bytes differ.",
  "logs.badPolicy": "The policy in this log cannot be read: {reason}",
  "logs.otherPolicy": "The policy in this log is not the one that was shown: its bytes differ.",
} as const;
