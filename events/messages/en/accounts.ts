/** Signing in, passwords, links of mails, sessions. */
export const ACCOUNTS = {
  "accounts.notSignedIn": "You are not signed in, or your session has ended",
  "accounts.badCredentials": "The username or password is not right",
  "accounts.badPassword": "The current password is not right",
  "accounts.tooManyFailures": "Too many failed attempts; try again later",
  "accounts.noPasswords": "Passwords are not used here: sign in by single sign-on",
  "accounts.badLink": "This link was used already, is too old or is incomplete",
  "accounts.deadLink": "This link is good no more",
  "accounts.alreadyActive": "This account is active already: sign in",
  "accounts.notActive": "This account is not active yet: activate it first",
  "accounts.changed": "Your account was changed: open the link again",
  "accounts.noEmail": "Your account has no email address; ask your administrator",
  "accounts.emailChanged": "Your email address was changed meanwhile; try again",
  "accounts.emailSignsIn": "You sign in by this address; ask your administrator to change it",
  "accounts.tooManyLinks": "Too many links were asked for; try again later",

  "sessions.notFound": "Session not found",
  "sessions.endOwn": "End your own sessions in Manage Profile",

  "signOn.notFound": "Single sign-on not found",
  "signOn.badState":
    "This sign-in was begun in another browser, took too long or was used already; begin it again",
  "signOn.refused": "The sign-in could not be confirmed; begin it again",
  "signOn.tooWeak":
    "Your organisation did not check strongly enough who you are; sign in there with what it demands, such as a second factor",
  "signOn.unreachable": "The sign-in of your organisation cannot be reached; try again later",
  "signOn.unreachableUsePassword":
    "The sign-in of your organisation cannot be reached; try again later, or sign in with your password",
  "signOn.noUser":
    "Your organisation knows you, but no active user of Provision is yours; ask your administrator",

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
  "sessions.idle": "You were signed out, as nothing was done for a while.",
  "sessions.dayOver": "You were signed out, as a day has passed since you signed in.",
  "sessions.ending":
    "Your session ends at {time:time}, a day after you signed in. Save your work before then, and sign in again.",
  "sessions.lost": "Your session has ended. Sign in again.",
  "sessions.lostUnsaved": "Your session has ended. Sign in again; what was not applied is lost.",
  "sessions.notRenewed": "Your session could not be renewed: {reason:sentence}",
} as const;
