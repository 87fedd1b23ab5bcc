import { on, openCalendar } from '../routes/calendar.ts'

/** A feed of nine kinds of events: nights when clocks change, days, zones of all sorts, texts of all alphabets. */
export async function kindsOfEvents({ shortest = 'a moment' }: { shortest?: 'a moment' | 'an hour' } = {}) {
  const calendar = openCalendar()
  const texts = { title: 'Wide: ж, 😀; "quoted" \\ back', description: '<p>One, two;</p><p>three</p>' }
  for (const fields of [
    on('2027-03-13 22:00:00', '2027-03-14 12:00:00', texts),
    on('2027-03-14 02:30:00', '2027-03-14 05:00:00'),
    on('2027-07-01 19:00:00', '2027-07-03 22:30:00'),
    on('2027-11-07 01:30:00', '2027-11-07 03:00:00'),
    on('2027-11-07 01:30:00', '2027-11-07 03:00:00', { utc_start_date: '2027-11-07 06:30:00' }),
    on('2027-05-10', '2027-05-12', { all_day: true }),
    on('2027-05-10 10:00:00', shortest === 'a moment' ? '2027-05-10 10:00:00' : '2027-05-10 11:00:00', {
      timezone: 'Asia/Kathmandu',
    }),
    on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { timezone: 'Africa/Casablanca' }),
    on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { timezone: 'UTC+5:30' }),
  ]) {
    await calendar.make('events', fields)
  }
  return (await calendar.send('/events.ics', {}, 'visitor')).text
}
