/** The texts of the form. The attribute `texts` replaces them. */
const EN = {
  suggest: 'Suggest an event',
  yours: 'Your suggestion',
  title: 'Title',
  startDate: 'Start date',
  startTime: 'Start time',
  endDate: 'End date',
  endTime: 'End time',
  allDay: 'All day',
  venue: 'Venue',
  organizer: 'Organizer',
  description: 'Description',
  website: 'Website',
  cost: 'Cost',
  categories: 'Categories',
  you: 'About you',
  onlyEditors: 'Only the editors see this.',
  name: 'Name',
  email: 'E-mail',
  message: 'Message to the editors',
  privacy: 'What happens with this data',
  empty: 'Leave this empty',
  send: 'Send',
  save: 'Save',
  withdraw: 'Withdraw',
  withdrawSure: 'Withdraw for good?',
  needed: 'needed',
  missing: 'This is needed.',
  wrong: 'Please correct what is marked.',
  thanks: 'Thank you. An editor will look at it.',
  keep: 'To change or withdraw it, keep this link:',
  saved: 'Saved.',
  withdrawn: 'Your suggestion is withdrawn.',
  published: 'Your suggestion is published:',
  declined: 'Your suggestion was declined.',
  decided: 'Somebody has decided on it meanwhile.',
  unknown: 'There is no such suggestion.',
  gone: 'This suggestion is no more.',
  tooMany: 'Too many suggestions came. Please try again later.',
  failed: 'That did not work. Please try again.',
  loading: 'Loading …',
}

export type Texts = typeof EN

const DE: Texts = {
  suggest: 'Veranstaltung vorschlagen',
  yours: 'Ihr Vorschlag',
  title: 'Titel',
  startDate: 'Beginn, Datum',
  startTime: 'Beginn, Uhrzeit',
  endDate: 'Ende, Datum',
  endTime: 'Ende, Uhrzeit',
  allDay: 'Ganztägig',
  venue: 'Ort',
  organizer: 'Veranstalter',
  description: 'Beschreibung',
  website: 'Website',
  cost: 'Preis',
  categories: 'Kategorien',
  you: 'Über Sie',
  onlyEditors: 'Das sieht nur die Redaktion.',
  name: 'Name',
  email: 'E-Mail',
  message: 'Nachricht an die Redaktion',
  privacy: 'Was mit diesen Daten geschieht',
  empty: 'Lassen Sie das leer',
  send: 'Absenden',
  save: 'Speichern',
  withdraw: 'Zurückziehen',
  withdrawSure: 'Endgültig zurückziehen?',
  needed: 'nötig',
  missing: 'Diese Angabe fehlt.',
  wrong: 'Bitte verbessern Sie, was markiert ist.',
  thanks: 'Danke. Die Redaktion sieht es sich an.',
  keep: 'Um ihn zu ändern oder zurückzuziehen, heben Sie diesen Link auf:',
  saved: 'Gespeichert.',
  withdrawn: 'Ihr Vorschlag ist zurückgezogen.',
  published: 'Ihr Vorschlag ist veröffentlicht:',
  declined: 'Ihr Vorschlag wurde abgelehnt.',
  decided: 'Inzwischen wurde darüber entschieden.',
  unknown: 'Diesen Vorschlag gibt es nicht.',
  gone: 'Diesen Vorschlag gibt es nicht mehr.',
  tooMany: 'Es kamen zu viele Vorschläge. Bitte versuchen Sie es später.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  loading: 'Wird geladen …',
}

export const TEXTS = { en: EN, de: DE }

/** The texts in the language of the page, with those that the page gives. */
export function textsFor(language: string, given: string | null): Texts {
  const texts = { ...(language.toLowerCase().split('-')[0] === 'de' ? DE : EN) }
  try {
    const own: unknown = JSON.parse(given ?? '{}')
    for (const [name, text] of Object.entries(own ?? {}))
      if (Object.hasOwn(texts, name)) Reflect.set(texts, name, String(text))
  } catch {
    console.error('<kalends-suggest>: the attribute texts is not JSON')
  }
  return texts
}
