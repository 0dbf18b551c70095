/** Angebundene Systeme. */
export const SYSTEMS_DE = {
  "systems.notFound": "Diese Ressource ist nicht an ein System angebunden",
  "systems.fileNotFound": "Datei nicht gefunden",
  "systems.connectorNotFound": "Konnektor nicht gefunden",
  "systems.changedElsewhere": "Jemand anderes hat dieses System geändert. Laden Sie es erneut.",
  "systems.nameTaken": "Eine andere Ressource hat diesen Namen",
  "systems.ownerNotFound": "Wählen Sie einen Benutzer dieses Mandanten",
  "systems.mayNotChangeOwner":
    "Nur wer verantwortlich ist oder alle Ressourcen ändern darf, kann die Verantwortung übertragen",
  "systems.kindNotOffered": "Der Konnektor unterstützt diese Art von System nicht",
  "systems.limitReached": {
    one: "Ihr Tarif erlaubt {count:number} System dieser Art, das Sie schon haben",
    other: "Ihr Tarif erlaubt {count:number} Systeme dieser Art, die Sie schon haben",
  },
  "systems.hrExists": "Es gibt schon ein HR-System",
  "systems.isLocked": "Bestätigen Sie zuerst das HR-System",
  "systems.nothingToPublish": "Es gibt keine Änderungen zu veröffentlichen",
  "systems.notPublished": "Veröffentlichen Sie zuerst die Einstellungen",
  "systems.notTested": "Testen Sie zuerst die Anbindung",
  "systems.testFailed":
    "Der letzte Test der Anbindung ist fehlgeschlagen. Korrigieren Sie die Konfiguration und testen Sie erneut.",
  "systems.readsNoFiles": "Dieser Konnektor liest keine Tabellendateien.",
  "systems.isBusy": "Ein anderer Test dieses Systems läuft. Warten Sie, bis er endet.",
  "systems.tooManyTests": "Es laufen zu viele Tests. Versuchen Sie es in einer Minute erneut.",
  "systems.isWriting":
    "Provision schreibt genehmigte Änderungen in dieses System. Warten Sie, bis es endet, oder brechen Sie ab.",
  "systems.isRunning": "Ein Import dieses Systems läuft. Warten Sie, bis er endet.",
  "systems.secretsNotPublished":
    "Veröffentlichen Sie zuerst das geänderte Passwort oder sonstige Geheimnis",
  "systems.noAuthorization": "Dieser Konnektor verwendet keine Autorisierung",
  "systems.notConfigured": "Vervollständigen Sie zuerst die Konfiguration",
  "systems.secretsUnavailable":
    "Die Geheimnisse angebundener Systeme sind zurzeit nicht nutzbar. Fragen Sie den Betreiber von Provision.",
  "systems.authorizationExpired":
    "Diese Autorisierung ist abgelaufen, schon verwendet oder in einer anderen Sitzung begonnen worden. Autorisieren Sie erneut.",
  "systems.authorizationOutdated":
    "Die Konfiguration wurde geändert, nachdem der Zugriff angefordert wurde. Prüfen Sie sie und autorisieren Sie erneut.",
  "systems.authorizationFailed":
    "Der Anbieter hat den Zugriff nicht gewährt ({detail}). Prüfen Sie die Konfiguration und autorisieren Sie erneut.",
  "systems.authorized":
    "Der Zugriff wurde gewährt. Testen Sie die Verbindung und veröffentlichen Sie dann die Einstellungen.",
  "systems.noActivation": "Der Konnektor kann das nicht",
  "systems.unknownField": "Der Konnektor hat kein solches Feld",
  "systems.secretField": "Senden Sie den Wert dieses Feldes als Geheimnis",
  "systems.secretAgain":
    "Geben Sie dieses Geheimnis erneut ein, weil sich die Adresse oder ihr Schutz ändert",
  "systems.passwordMissing":
    "Das Passwort fehlt. Geben Sie es ein, oder lassen Sie das Konto leer, um sich anonym anzumelden.",
  "systems.repeatedField": "Dieses Feld hat mehr als einen Wert",
  "systems.notBoolean": "Wählen Sie ja oder nein",
  "systems.notInteger": "Geben Sie eine ganze Zahl ein",
  "systems.notLong": "Geben Sie eine ganze Zahl mit höchstens 19 Ziffern ein",
  "systems.notAnOption": "Wählen Sie eine der Möglichkeiten",
  "systems.notHost":
    "Geben Sie nur den Namen oder die Adresse des Hosts ein, ohne Schema wie ldap://, ohne Port und ohne Pfad",
  "systems.notText": "Geben Sie einen Text ein",
  "systems.tooSmall": "Geben Sie mindestens {min:number} ein",
  "systems.tooLarge": "Geben Sie höchstens {max:number} ein",
  "systems.controlCharacter": "Steuerzeichen sind nicht erlaubt",
  "systems.fileIncomplete": "Die Datei wurde nicht vollständig hochgeladen. Wählen Sie sie erneut.",
  "systems.fileTooLarge": "Wählen Sie eine Datei von höchstens {size:bytes}",
  "systems.fileEmpty": "Diese Datei ist leer",
  "systems.badPart": "Dieser Teil gehört nicht zu der Datei",
  "systems.fileComplete": "Die Datei ist bereits vollständig",
  "systems.externalIdRequired": "Wählen Sie das Attribut mit der Kennung einer Person",
  "systems.exclusionSaved":
    "Die Regel {rule} wurde hinzugefügt. Sie wirkt, sobald sie veröffentlicht ist",
  "systems.exclusionNotSaved": "Die Regel {rule} wurde nicht hinzugefügt: {reason:sentence}",
  "systems.exclusionRemoved":
    "Die Regel {rule} wurde entfernt. Sie schließt Konten aus, bis die Änderung veröffentlicht ist",
  "systems.exclusionNotRemoved": "Die Regel {rule} wurde nicht entfernt: {reason:sentence}",
  "systems.exclusionKnown": "Diese Regel gibt es schon",
  "systems.hrHasPeople": "Ein HR-System hat Personen. Nur Konten lassen sich ausschließen",
  "systems.fieldLost":
    "{field} wurde bei niemandem gesetzt: Das System hat das Attribut {attribute} nicht mehr, das die Importeinstellungen nennen.",
  "systems.fieldRenamed":
    "{field} wurde bei niemandem gesetzt: Das System hat das Attribut {attribute} nicht mehr, das die Importeinstellungen nennen. Es hat {similar}.",
  "systems.onlyHr": "Nur ein HR-System hat Attribute von Personen",
  "systems.attributeUnknown": "Das System hat kein solches Attribut",
  "systems.deletionChanged":
    "Der Inhalt des Systems hat sich geändert. Prüfen Sie erneut, was verloren geht.",
  "systems.grantsRemain": {
    one: "{count:number} Richtlinie gewährt Berechtigungen dieses Systems. Bestätigen Sie, dass sie sie verliert.",
    other:
      "{count:number} Richtlinien gewähren Berechtigungen dieses Systems. Bestätigen Sie, dass sie sie verlieren.",
  },
  "systems.created": "{name} wurde hinzugefügt. Richten Sie als Nächstes die Verbindung ein.",
  "systems.notCreated": "{name} wurde nicht hinzugefügt: {reason}",
  "systems.setupSaved": "{name} wurde gespeichert",
  "systems.setupNotSaved": "{name} wurde nicht gespeichert: {reason}",
  "systems.configurationSaved": "Die Konfiguration wurde gespeichert",
  "systems.configurationNotSaved": "Die Konfiguration wurde nicht gespeichert: {reason}",
  "systems.importSettingsSaved": "Die Importeinstellungen wurden gespeichert",
  "systems.importSettingsNotSaved": "Die Importeinstellungen wurden nicht gespeichert: {reason}",
  "systems.activationSaved": "Die Aktivierungseinstellungen wurden gespeichert",
  "systems.activationNotSaved": "Die Aktivierungseinstellungen wurden nicht gespeichert: {reason}",
  "systems.fileUnreadable":
    "Der Browser kann die Datei nicht mehr lesen. Wählen Sie sie erneut aus.",
  "systems.discovered": {
    one: "{count:number} Objektklasse wurde gefunden",
    other: "{count:number} Objektklassen wurden gefunden",
  },
  "systems.published": "Die Einstellungen von {name} wurden veröffentlicht",
  "systems.notPublishedNow": "Die Einstellungen von {name} wurden nicht veröffentlicht: {reason}",
  "systems.confirmed": "Die Anbindung von {name} wurde bestätigt",
  "systems.paused": "Geplante Importe von {name} sind angehalten",
  "systems.resumed": "Geplante Importe von {name} wurden fortgesetzt",
  "systems.deleted": "{name} wurde gelöscht",
  "systems.notDeleted": "{name} wurde nicht gelöscht: {reason}",
  "systems.runStarted": "Import {no:number} wurde gestartet",
  "systems.runCancelled": "Import {no:number} wurde abgebrochen. Nichts wurde geändert.",
  "systems.planApplied": "Der Plan von Import {no:number} wird angewendet",
  "systems.planApprovedFirst":
    "Sie haben den Plan von Import {no:number} genehmigt. Er wird angewendet, wenn auch eine andere Person ihn genehmigt.",
  "systems.planNotApproved": "Der Plan von Import {no:number} wurde nicht genehmigt: {reason}",
  "systems.planNotApplied": "Der Plan von Import {no:number} wurde nicht angewendet: {reason}",
  "systems.planRejected": "Der Plan von Import {no:number} wurde abgelehnt. Nichts wurde geändert.",
  "systems.planNotRejected": "Der Plan von Import {no:number} wurde nicht abgelehnt: {reason}",
  "systems.runAbandoned": "Import {no:number} wurde aufgegeben",
  "systems.runNotAbandoned": "Import {no:number} wurde nicht aufgegeben: {reason}",
  "systems.undoStarted": "Import {no:number} wird rückgängig gemacht",
  "systems.undoNotStarted": "Import {no:number} wurde nicht rückgängig gemacht: {reason}",
  "systemUsers.unknown": "Kein aktiver Benutzer hat diesen Benutzernamen",
  "systemUsers.self": "Sie können die eigenen Ressourcen nicht ändern",
  "systemUsers.added": "{name} kann diese Ressource jetzt verwalten",
  "systemUsers.notAdded": "{name} wurde nicht hinzugefügt: {reason:sentence}",
  "systemUsers.removed": "{name} kann diese Ressource nicht mehr verwalten",
  "systemUsers.notRemoved": "{name} wurde nicht entfernt: {reason:sentence}",
  "systemUsers.notFound": "Die Ressource ist diesem Benutzer nicht zugewiesen",
} as const;
