/** Feldzuordnungen. */
export const MAPPINGS_DE = {
  "mappings.notFound": "Zuordnung nicht gefunden",
  "mappings.previewNotFound": "Vorschau nicht gefunden",
  "mappings.fieldRequired": "Wählen Sie ein Feld",
  "mappings.fieldUnknown": "Identitäten haben dieses Feld nicht",
  "mappings.attributeRequired": "Wählen Sie ein Attribut",
  "mappings.notWritable": "Das System erlaubt keine Änderungen dieses Attributs",
  "mappings.sourceRequired": "Fügen Sie eine Quelle hinzu",
  "mappings.onlySubstring": "Nur SUBSTRING hat einen Anfang und eine Länge",
  "mappings.templateRequired": "Geben Sie eine Vorlage ein",
  "mappings.noSuchSource": {
    one: "Die Vorlage nennt eine Quelle, die der Zuordnung fehlt. Sie hat {count:number} Quelle.",
    other:
      "Die Vorlage nennt eine Quelle, die der Zuordnung fehlt. Sie hat {count:number} Quellen.",
  },
  "mappings.codeRequired": "Geben Sie den Code ein",
  "mappings.badCode":
    "Der Code ist in Zeile {line:number}, Zeichen {column:number} ungültig. Meldung auf Englisch: {text}",
  "mappings.codeFieldUnknown":
    "Zeile {line:number}, Zeichen {column:number}: Identitäten haben kein Feld {name}",
  "mappings.codeAttributeUnknown":
    "Zeile {line:number}, Zeichen {column:number}: Die Konten des Systems haben kein Attribut {name}",
  "mappings.targetOnlyOutbound":
    "Eine eingehende Zuordnung kann nur ein Feld von Personen setzen. Wählen Sie „Einen Wert“.",
  "mappings.dnOnlyOutbound":
    "Nur eine ausgehende Zuordnung eines Attributs bildet einen Distinguished Name",
  "mappings.badRdn": "Geben Sie einen Attributtyp wie CN ein",
  "mappings.badDn": "Geben Sie einen Distinguished Name wie OU=People,DC=example,DC=com ein",
  "mappings.isLocked": "Diese Zuordnung ist gesperrt. Entsperren Sie sie zuerst.",
  "mappings.isCyclic":
    "Mit dieser Zuordnung würde ein Wert von sich selbst abhängen. Machen Sie eine Zuordnung des Kreises schwach, oder entfernen Sie eine.",
  "mappings.tooMany": "Ein System kann höchstens {max:number} Zuordnungen haben",
  "mappings.notManual": "Dies ist kein manuelles System",
  "mappings.outboundOnly": "Ein manuelles System hat nur ausgehende Zuordnungen",
  "mappings.readOnly": "Der Konnektor kann in dieses System nicht schreiben",
  "mappings.previewRuns": "Eine andere Vorschau dieses Systems läuft. Warten Sie, bis sie endet.",
  "mappings.previewEnded": "Die Vorschau ist bereits beendet",
  "mappings.onlyCancel": "Eine Vorschau kann nur abgebrochen werden",
  "mappings.tooManyPreviews":
    "Zu viele Vorschauen laufen. Versuchen Sie es in einer Minute noch einmal.",
  "mappings.added":
    "Die Zuordnung wurde hinzugefügt. Sie wirkt, sobald das System veröffentlicht wird.",
  "mappings.notAdded": "Die Zuordnung wurde nicht hinzugefügt: {reason}",
  "mappings.saved":
    "Die Zuordnung wurde gespeichert. Sie wirkt, sobald das System veröffentlicht wird.",
  "mappings.notSaved": "Die Zuordnung wurde nicht gespeichert: {reason}",
  "mappings.deleted": "Die Zuordnung von {name} wurde gelöscht",
  "mappings.notDeleted": "Die Zuordnung von {name} wurde nicht gelöscht: {reason}",
  "mappings.attributeGone":
    "Das System hat das Attribut {attribute}, das eine Zuordnung nennt, nicht mehr",
  "mappings.onlyHrIdentifies":
    "Nur das HR-System setzt die ID einer Person. Konten anderer Systeme gehören Personen, die schon bekannt sind.",
  "mappings.neverRead":
    "Dieses System wird nie gelesen, seine eingehenden Zuordnungen wirken deshalb nicht. Löschen Sie sie, um es zu veröffentlichen.",
  "mappings.attributeLost":
    "{field} wurde bei niemandem gesetzt: Das System hat das Attribut {attribute} nicht mehr, das die Zuordnung verwendet.",
  "mappings.objectFailed": "{name}: {target} wurde nicht gesetzt. {text}",
  "mappings.notUsed": "{name}: {field} wurde nicht verwendet, weil {system} dieses Feld setzt.",
  "mappings.offerFailed": "{name}: {field} aus {system} wurde nicht verwendet. {text}",
  "mappings.otherAccount":
    "{name}: {field} wurde nicht verwendet, weil das Konto {account} derselben Person dieses Feld setzt.",
} as const;
