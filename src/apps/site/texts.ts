/*
 * The texts of the pages. English is the key. `#` stands for a number or a name.
 */

/** Of hosts: `{ fr: { 'Past events': 'Événements passés' } }`. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

export const GERMAN = {
  "What's on": 'Veranstaltungen',
  'Skip to content': 'Zum Inhalt springen',
  List: 'Liste',
  Month: 'Monat',
  Today: 'Heute',
  Views: 'Ansichten',
  'Search and filter': 'Suchen und filtern',
  'Search and filter (#)': 'Suchen und filtern (#)',
  Search: 'Suche',
  From: 'Von',
  To: 'Bis',
  Category: 'Kategorie',
  Place: 'Ort',
  'All categories': 'Alle Kategorien',
  'All places': 'Alle Orte',
  Free: 'Kostenlos',
  Online: 'Online',
  Featured: 'Empfohlen',
  'Show events': 'Anzeigen',
  'No events': 'Keine Veranstaltungen',
  '1 event': '1 Veranstaltung',
  '# events': '# Veranstaltungen',
  in: 'in',
  or: 'oder',
  with: 'mit',
  at: 'Ort:',
  by: 'von',
  from: 'ab',
  'from today': 'ab heute',
  until: 'bis',
  tagged: 'Schlagwort',
  'Show all': 'Alle zeigen',
  'Remove filter: #': 'Filter entfernen: #',
  'This list:': 'Diese Liste:',
  'This month:': 'Dieser Monat:',
  'in #': 'im #',
  Subscribe: 'Abonnieren',
  '← Past events': '← Vergangene',
  '← Earlier events': '← Frühere',
  'Later events →': 'Spätere →',
  'Events to come →': 'Kommende →',
  'Page # of #': 'Seite # von #',
  Pages: 'Seiten',
  'Past events': 'Vergangene Veranstaltungen',
  'No events match': 'Nichts gefunden',
  'Take away a filter, or look at all that is to come.':
    'Nehmen Sie einen Filter weg, oder sehen Sie sich alles an, was kommt.',
  'Show all events': 'Alle Veranstaltungen',
  'Nothing is planned yet': 'Noch ist nichts geplant',
  'Come back soon, or subscribe to hear of it.': 'Schauen Sie bald wieder vorbei.',
  'There is no such page of this list': 'Diese Seite der Liste gibt es nicht',
  'To the first page': 'Zur ersten Seite',
  'All day': 'Ganztägig',
  'all day': 'ganztägig',
  'from #': 'ab #',
  'until #': 'bis #',
  'ends #': 'endet #',
  '# to #': '# bis #',
  '# time': 'Zeit in #',
  Cancelled: 'Abgesagt',
  Postponed: 'Verschoben',
  'Postponed to #': 'Verschoben auf #',
  'To #.': 'Auf #.',
  'Moved from #': 'Verlegt von #',
  'Moved online': 'Jetzt online',
  'Behind a password': 'Mit Passwort',
  'Add to calendar': 'In den Kalender',
  Google: 'Google',
  Outlook: 'Outlook',
  'Subscribe to all': 'Alle abonnieren',
  Where: 'Wo',
  Cost: 'Preis',
  By: 'Veranstaltet von',
  Website: 'Website',
  In: 'In',
  Tags: 'Schlagwörter',
  'Open map': 'Karte öffnen',
  'Map app': 'Karten-App',
  'Join online': 'Online teilnehmen',
  'More dates': 'Weitere Termine',
  'All # dates': 'Alle # Termine',
  'More at this place': 'Mehr an diesem Ort',
  'Previous and next event': 'Vorige und nächste Veranstaltung',
  'Times are in #.': 'Alle Zeiten: #.',
  'Suggest an event': 'Veranstaltung vorschlagen',
  Newsletter: 'Newsletter',
  RSS: 'RSS',
  '.ics': '.ics',
  'There is no page at this address': 'Diese Seite gibt es nicht',
  'It may have been moved, or the address has a typing error. Search for the event, or see what is on next.':
    'Vielleicht ist sie umgezogen, oder die Adresse hat einen Tippfehler. Suchen Sie die Veranstaltung, oder sehen Sie, was als Nächstes kommt.',
  'This page was taken down': 'Diese Seite wurde entfernt',
  'What it showed is no longer in the calendar. Search for an event, or see what is on next.':
    'Was sie zeigte, ist nicht mehr im Kalender. Suchen Sie eine Veranstaltung, oder sehen Sie, was als Nächstes kommt.',
  'Search all events': 'Alle Veranstaltungen durchsuchen',
  'All events': 'Alle Veranstaltungen',
  'This month': 'Dieser Monat',
  'The calendar cannot be read just now': 'Der Kalender ist gerade nicht erreichbar',
  'Please try again in a moment.': 'Bitte versuchen Sie es gleich noch einmal.',
  'The address is not right': 'Diese Adresse stimmt nicht',
  'Please check it.': 'Bitte prüfen Sie sie.',
  'The address is too long': 'Die Adresse ist zu lang',
  'Take away some filters.': 'Nehmen Sie einige Filter weg.',
  Password: 'Passwort',
  'Show event': 'Anzeigen',
  'That password is not right.': 'Dieses Passwort stimmt nicht.',
  'Too many attempts. Please wait a while.': 'Zu viele Versuche. Bitte warten Sie eine Weile.',
  'No such day': 'Diesen Tag gibt es nicht',
  'Not a page number': 'Keine Seitenzahl',
  'Too long': 'Zu lang',
  'Too many': 'Zu viele',
  'Too short': 'Zu kurz',
  Organizer: 'Veranstalter',
  Tag: 'Schlagwort',
  'Previous month': 'Voriger Monat',
  'Next month': 'Nächster Monat',
  Months: 'Monate',
  'Jump to a day': 'Zu einem Tag springen',
  '# more': '# weitere',
  'Not all events fit on this page.': 'Nicht alle Veranstaltungen passen auf diese Seite.',
  'Printed #': 'Gedruckt #',
  Title: 'Titel',
  'Start date': 'Beginn, Datum',
  'Start time': 'Beginn, Uhrzeit',
  'End date': 'Ende, Datum',
  'End time': 'Ende, Uhrzeit',
  Description: 'Beschreibung',
  'Your e-mail address': 'Ihre E-Mail-Adresse',
  'Your name': 'Ihr Name',
  'A message for the editors': 'Nachricht an die Redaktion',
  '(optional)': '(freiwillig)',
  'Send suggestion': 'Vorschlag senden',
  'Editors read each suggestion before it is published. Only they see your address.':
    'Die Redaktion liest jeden Vorschlag, bevor er erscheint. Nur sie sieht Ihre Adresse.',
  'Thank you. Your suggestion has arrived.': 'Danke. Ihr Vorschlag ist angekommen.',
  'The editors read it before it is published. Keep this link, with which you can change or withdraw it:':
    'Die Redaktion liest ihn, bevor er erscheint. Mit diesem Link können Sie ihn ändern oder zurückziehen:',
  'Change the suggestion': 'Vorschlag ändern',
  'Please check the marked fields.': 'Bitte prüfen Sie die markierten Felder.',
  'Please fill in': 'Bitte ausfüllen',
  'Not accepted': 'Nicht angenommen',
  'The end is before the start': 'Das Ende liegt vor dem Beginn',
  'This is over already': 'Das ist schon vorbei',
  'Not an e-mail address': 'Keine E-Mail-Adresse',
  'A web address begins with https://': 'Eine Web-Adresse beginnt mit https://',
  'Not a date': 'Kein Datum',
  'The suggestion was not taken. Please try again later.':
    'Der Vorschlag wurde nicht angenommen. Bitte versuchen Sie es später noch einmal.',
  'Leave this empty': 'Dieses Feld leer lassen',
  'What happens with my data': 'Was mit meinen Daten geschieht',
  'See all events': 'Alle Veranstaltungen',
  'Subscribe in your calendar': 'Im eigenen Kalender abonnieren',
  '# in # days.': '# in # Tagen.',
  Navigation: 'Navigation',
  'QR code of this page': 'QR-Code dieser Seite',
} as const satisfies Readonly<Record<string, string>>

export type Text = keyof typeof GERMAN

const RTL = /^(?:ar|arc|ckb|dv|fa|he|ku-arab|nqo|ps|sd|ug|ur|yi)\b/i

export const dirOf = (locale: string): 'ltr' | 'rtl' => (RTL.test(locale) ? 'rtl' : 'ltr')

export type Say = (text: Text, ...values: readonly (string | number)[]) => string

/** The texts in the language of a locale, else in English. Those of the host come first. */
export function sayIn(locale: string, own: Texts): Say {
  const language = locale.toLowerCase().split('-')[0] ?? 'en'
  const chosen = own[locale] ?? own[language] ?? {}
  const built: Readonly<Record<string, string>> = language === 'de' ? GERMAN : {}
  return (text, ...values) => {
    const template =
      (Object.hasOwn(chosen, text) ? chosen[text] : undefined) ??
      (Object.hasOwn(built, text) ? built[text] : undefined) ??
      text
    let at = 0
    return template.replaceAll("'", '’').replaceAll('#', () => String(values[at++] ?? '#'))
  }
}
