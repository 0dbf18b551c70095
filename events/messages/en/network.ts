/** Why a request failed, for failures without a reason from the server. */
export const NETWORK = {
  "network.unreachable": "The server cannot be reached",
  "network.brokenOff": "The server's answer broke off before its end. Try again.",
  "network.late": "The server did not answer in time. Try again.",
  "network.cancelled": "The request was cancelled.",
  "network.unreadable":
    "The server's answer could not be read. Try again; if it happens again, contact support.",
  "network.unprocessed": "The server's answer could not be processed. Load the page again.",
  "network.noReason": "Something bad happened",
  "network.codeNotLoaded":
    "A part of this page could not be loaded: the connection is gone, or Provision was updated. Load the page again, and try again.",
} as const;
