import { finderOf } from '../patterns.ts'
import { t, text } from '../texts.ts'

/*
 * What the calendar says of a source, in the language of the page. What is not here is shown as it comes.
 */

/** The text that a message is of, and its values. The longer of two that begin alike first. */
export const troubleOf = finderOf([
  text('the server takes longer than {n} seconds'),
  text('it redirects more than 5 times'),
  text('it redirects to no address'),
  text('it leads to an address that is neither http nor https'),
  text('{host} is an address of a private network'),
  text('{host} is not a public host'),
  text('no answer from {host}: {why}'),
  text('the server answers 304 to a request without a condition'),
  text('it is gone for good (410)'),
  text('the server answers {status}: it wants a user and a password, or others than these'),
  text('the server answers {status}: there is nothing at this address'),
  text('the server answers {status}: it is asked too often'),
  text('the server answers {status}'),
  text('the answer has more than one content coding'),
  text('the answer is larger than {n} MB'),
  text('the answer breaks off: {why}'),
  text('it has {count} events, and at most {most} are read'),
  text('it is a page, and no calendar: the answer does not begin with BEGIN:VCALENDAR'),
  text('it is no calendar: the answer does not begin with BEGIN:VCALENDAR'),
  text('calendars of the format {format} cannot be read'),
  text('it is a page that names no calendar'),
  text('the calendar of this page is read already, as source {id}'),
  text('the calendar that the page names cannot be read'),
  text('it names no events interface, as sites with The Events Calendar and Kalends have one'),
  text('the site counts {total} events, and shows {shown}'),
  text('a page of its list of events cannot be read'),
  text('the file was cut off: the {name} of line {line} has no end'),
  text('the file has no calendar'),
  text('line {line}: the file is damaged; it is iCalendar only if {what}'),
  text('the file is not {encoding}: save it as UTF-8, or name its encoding, such as windows-1252'),
  text('there is no encoding named {encoding}'),
  text('the file has {count} records, and at most {most} are read: split it'),
  text('line 1: the header has {columns} columns, and at most {most} are read'),
  text(
    'line 1: the header names neither events (Event Name, Event Start Date), nor venues (Venue Name), nor organizers (Organizer Name)',
  ),
  text('line {line}: the file is damaged or was cut off; a quote has no end'),
  text('it is being read already'),
  [
    '{gone} of {all} events are gone from the calendar; they stay until it is read with confirm=1',
    text('{gone} of {all} events are no longer there. They stay until you confirm it: choose “Read now”.'),
  ],
  text('it is marked as private'),
  text('the same event was refused under another UID'),
  text('the series has no date {date}'),
  text('it has no start'),
  text('another event in the file has this UID'),
  text('the start is not a date: {value}'),
  text('the end is not a date: {value}'),
  text('a date that is left out is not a date: {value}'),
  text('a date that is added is not a date: {value}'),
  text('the date that it changes is not a date: {value}'),
  text('{name} is not a date: {value}'),
  ['it comes without its end: {why}', text('it comes without its end: {why}')],
  text('the time zone is not known: {zone}'),
  text('it has several different rules for its dates'),
  text('it has a rule for dates to leave out, which is not supported'),
  text('it changes all later dates of its series, which is not supported'),
  text('its series ends before its first date, so it has no dates'),
  text('the duration cannot be read: {value}'),
  text('it ends after the year 9999: {value}'),
  text('line {line} cannot be read, and is left out: {name}'),
  text('line {line} cannot be read'),
  text('it is in the trash of this calendar'),
  text('the change in the file counts'),
  text('another one in the file has the same UID, or title and start'),
  text('another row has this UID, or this title and start'),
  text('no row before it is the series of this date'),
  text('the row has {cells} cells, and the header {columns}'),
  text('{name} is not JSON'),
  text('this calendar stores no images'),
  text('{host} has failed to send {n} pictures'),
  text('it cannot be stored'),
  text('an error of this program'),
  text('it has more than {n} events'),
  text('it has no dates'),
  text('the calendar has more than {n} dates'),
  text('nothing of it could be brought in {n} seconds'),
  text('the rules of the calendar take too long to follow'),
  text('the calendar names more than {n} venues and organizers'),
  text('it is too large'),
  ['UID {why}', text('its UID cannot be stored: {why}')],
])

export function troubleWords(message: string): string {
  const [, date = '', rest] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d: )(.+)$/s.exec(message) ?? []
  if (rest !== undefined) return date + troubleWords(rest)
  const known = troubleOf(message)
  if (known === undefined) return message
  const { why } = known.values
  return t(known.english, { ...known.values, ...(why === undefined ? {} : { why: troubleWords(why) }) })
}
