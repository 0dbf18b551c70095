/** Signing in, passwords, mailed links, sessions. */
export const ACCOUNTS = {
  "accounts.notSignedIn": "You are not signed in, or your session has ended",
  "accounts.badCredentials": "Incorrect username or password",
  "accounts.badPassword": "Incorrect current password",
  "accounts.tooManyFailures": "Too many failed attempts; try again later",
  "accounts.noPasswords": "Passwords are not used here: sign in with single sign-on",
  "accounts.badLink": "This link is already used, expired or incomplete",
  "accounts.deadLink": "This link is no longer valid",
  "accounts.alreadyActive": "This account is already active: sign in",
  "accounts.notActive": "This account is not active yet: activate it first",
  "accounts.changed": "Your account was changed: open the link again",
  "accounts.noEmail": "Your account has no email address; ask your administrator",
  "accounts.emailChanged": "Your email address was changed in the meantime; try again",
  "accounts.emailSignsIn": "You sign in with this address; ask your administrator to change it",
  "accounts.tooManyLinks": "Too many links were requested; try again later",

  "accounts.confirmPassword": "Confirm your password first",
  "accounts.signInAgain": "Sign out and sign in again first, because you signed in too long ago",
  "accounts.notConfirmed": "Your password was not confirmed: {reason:sentence}",

  "factors.notSignedIn": "Couldn't sign in: {reason:sentence}",
  "factors.notFound": "Second factor not found",
  "factors.badCode": "The code is incorrect or already used",
  "factors.badPasskey": "The passkey could not be confirmed; try again",
  "factors.noPasskeys":
    "Passkeys need an address with a host name; ask your administrator to set PROVISION_PUBLIC_URL",
  "factors.expired": "The sign-in took too long; sign in again",
  "factors.setupExpired": "The setup took too long; start again",
  "factors.known": "This passkey is already set up",
  "factors.tooMany": "An account can have at most 10 second factors; remove one first",
  "factors.lastRequired": "Your organisation requires a second factor; add another one first",
  "factors.resetOwn": "Manage your own second factors in Manage Profile",
  "factors.unavailable": "Second factors cannot be used now; tell your administrator",
  "factors.nameRequired": "Enter a name",
  "factors.nameTooLong": "Enter at most 100 characters",
  "factors.added": "Your second factor was set up.",
  "factors.notAdded": "Your second factor was not set up: {reason:sentence}",
  "factors.renamed": "Your second factor was renamed.",
  "factors.notRenamed": "Your second factor was not renamed: {reason:sentence}",
  "factors.removed": "Your second factor was removed.",
  "factors.notRemoved": "Your second factor was not removed: {reason:sentence}",
  "factors.codesNotMade": "No new recovery codes were created: {reason:sentence}",
  "factors.reset": "The second factors of {username} were reset.",
  "factors.notReset": "The second factors were not reset: {reason:sentence}",

  "sessions.notFound": "Session not found",
  "sessions.endOwn": "End your own sessions in Manage Profile",

  "signOn.notFound": "Single sign-on not found",
  "signOn.badState":
    "This sign-in was started in another browser, took too long or was already used; start again",
  "signOn.refused": "The sign-in couldn't be confirmed; start again",
  "signOn.tooWeak":
    "The sign-in of your organisation was not strong enough; sign in there again with a stronger method, such as a second factor",
  "signOn.unreachable": "The sign-in of your organisation cannot be reached; try again later",
  "signOn.unreachableUsePassword":
    "The sign-in of your organisation cannot be reached; try again later, or sign in with your password",
  "signOn.noUser":
    "Your organisation signed you in, but you have no active account in Provision; ask your administrator",

  "accounts.profileSaved": "Your profile was saved.",
  "accounts.profileNotSaved": "Your profile was not saved: {reason:sentence}",
  "sessions.ended": "That session was ended.",
  "sessions.endedBefore": "That session had ended already.",
  "sessions.notEnded": "That session was not ended. {reason:sentence}",
  "sessions.noOthers": "There was no other session.",
  "sessions.othersEnded": {
    one: "{count:number} other session was ended.",
    other: "{count:number} other sessions were ended.",
  },
  "sessions.othersNotEnded": "No session was ended: {reason:sentence}",

  "accounts.activated": "Your account is active. Sign in as {username}.",
  "accounts.emailConfirmed": "Your email address is confirmed.",
  "passwords.reset": "Your password was changed. Sign in with it.",
  "passwords.changed": "Your password was changed. All your other sessions ended.",
  "sessions.signedOut": "You are signed out.",
  "sessions.signedOutElsewhere": "You were signed out in another tab.",
  "sessions.idle": "You were signed out after a period of inactivity.",
  "sessions.dayOver": "You were signed out because a day has passed since you signed in.",
  "sessions.ending":
    "Your session ends at {time:time}, a day after you signed in. Save your work before then, and sign in again.",
  "sessions.lost": "Your session has ended. Sign in again.",
  "sessions.lostUnsaved":
    "Your session has ended. Sign in again. Changes that you had not applied are lost.",
  "sessions.notRenewed": "Your session could not be renewed: {reason:sentence}",
} as const;
