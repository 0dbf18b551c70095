import { translationOf } from "../../kernel/message.ts";
import type { FIELDS } from "../en/fields.ts";

export const FIELDS_DE = translationOf<typeof FIELDS>()({
  "fields.required": "Dieses Feld ist erforderlich",
  "fields.labelRequired": "{label} ist erforderlich",
  "fields.empty": "Das Feld darf nicht leer sein",
  "fields.notAscii": "Nur ASCII-Zeichen sind erlaubt",
  "fields.notOneLine": "Zeilenumbrüche und andere Steuerzeichen sind nicht erlaubt",
  "fields.tooLong": "Geben Sie höchstens {max:number} Zeichen ein",
  "fields.tooMany": "Wählen Sie höchstens {max:number}",
  "fields.phone": "Eine Telefonnummer besteht aus Ziffern, Leerzeichen und den Zeichen + - ( ) . /",
  "fields.fileRequired": "Eine Datei ist erforderlich",
  "fields.fileTooLarge": "Diese Datei ist zu groß",
  "fields.fileEmpty": "Diese Datei ist leer",
  "fields.notConfirmed": "Bitte geben Sie den Text genau so ein, wie er angezeigt wird",

  "passwords.hint": "Mindestens {min:number} Zeichen: Buchstaben, Ziffern und Sonderzeichen",
  "passwords.tooShort": "Das Passwort muss mindestens {min:number} Zeichen haben",
  "passwords.tooCommon": "Dieses Passwort ist zu verbreitet: Wählen Sie ein anderes",
  "passwords.guessable":
    "Dieses Passwort ist aus Ihrem Namen, dem Namen Ihrer Organisation oder aus Provision leicht zu erraten: Wählen Sie ein anderes",
  "passwords.differ": "Die Passwörter stimmen nicht überein",

  "email.required": "E-Mail-Adresse ist erforderlich",
  "email.forbiddenCharacter": "Ein verbotenes Zeichen (),:;<>@[] wurde gefunden",
  "email.at": "Eine E-Mail-Adresse muss genau ein @ enthalten",
  "email.domain": "Der Domain-Teil der E-Mail-Adresse nach dem @ ist ungültig",
  "email.shape": "Bitte prüfen Sie die Schreibweise Ihrer E-Mail-Adresse",
  "email.localTooLong": "Der Teil der E-Mail-Adresse vor dem @ ist zu lang",
  "email.domainTooLong": "Der Domain-Teil der E-Mail-Adresse nach dem @ ist zu lang",
});
