/** Field errors of forms. */
export const FIELDS = {
  "fields.required": "This field is required",
  "fields.labelRequired": "{label} is required",
  "fields.empty": "Field must not be empty",
  "fields.notAscii": "Only ascii characters are allowed",
  "fields.notOneLine": "Line breaks and other control characters are not allowed",
  "fields.tooLong": "Enter at most {max:number} characters",
  "fields.tooMany": "Choose at most {max:number}",
  "fields.phone": "A phone number has digits, spaces and the characters + - ( ) . /",
  "fields.fileRequired": "A file is required",
  "fields.fileTooLarge": "This file is too large",
  "fields.fileEmpty": "This file is empty",
  "fields.notConfirmed": "Please enter the text exactly as it is displayed to continue",

  "passwords.hint": "At least {min:number} characters, of letters, digits and symbols",
  "passwords.tooShort": "Password must contain at least {min:number} characters",
  "passwords.tooCommon": "This password is too common: choose another",
  "passwords.guessable":
    "This password is easy to guess from your name, the name of your organisation or Provision: choose another",
  "passwords.differ": "The passwords do not match",

  "email.required": "Email address is required",
  "email.forbiddenCharacter": "A forbidden character (),:;<>@[] was found",
  "email.at": "An email address must contain a single @",
  "email.domain": "The domain portion, after the @, of the email address is invalid",
  "email.shape": "Please check the formatting of your email address",
  "email.localTooLong": "The username portion, before the @, of the email address is too long",
  "email.domainTooLong": "The domain portion, after the @, of the email address is too long",
} as const;
