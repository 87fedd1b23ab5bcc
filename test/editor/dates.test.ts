import { describe, expect, test } from 'vitest'
import { dayOf, plusDays, plusMonths, todayIn } from '../../src/apps/editor/browser/dates/days.ts'
import { plainLocale } from '../../src/apps/editor/browser/dates/digits.ts'
import { dayInOtherCalendar } from '../../src/apps/editor/browser/dates/other-calendar.ts'
import { dateOrder, readDate, readTime } from '../../src/apps/editor/browser/dates/read.ts'

/** A Wednesday. */
const TODAY = '2026-11-25'

describe('dates are read as people write them', () => {
  test.each([
    ['de-AT', '2.3.2027', '2027-03-02'],
    ['de', '2.3.27', '2027-03-02'],
    ['de', '2.3.', '2027-03-02'],
    ['de', '26.11.', '2026-11-26'],
    ['de', '24.11.', '2027-11-24'],
    ['de', '2. März 2027', '2027-03-02'],
    ['de', '2. maerz', undefined],
    ['de', 'fr', '2026-11-27'],
    ['de', 'Freitag', '2026-11-27'],
    ['de', 'mi', '2026-11-25'],
    ['de', 'heute', '2026-11-25'],
    ['de', 'morgen', '2026-11-26'],
    ['de', 'übermorgen', '2026-11-27'],
    ['de', 'tomorrow', '2026-11-26'],
    ['de', 'Di, 2.3.2027', '2027-03-02'],
    ['en', '3/2/2027', '2027-03-02'],
    ['en-GB', '2/3/2027', '2027-03-02'],
    ['en', '13/2/2027', '2027-02-13'],
    ['en', 'fri', '2026-11-27'],
    ['en', 'March 2, 2027', '2027-03-02'],
    ['en', '2 Mar 2027', '2027-03-02'],
    ['en', '2nd of march', '2027-03-02'],
    ['en', 'Feb 29', '2028-02-29'],
    ['en', '2027-03-02', '2027-03-02'],
    ['de', '2027-03-02', '2027-03-02'],
    ['fr', '2 mars 2027', '2027-03-02'],
    ['fr', 'demain', '2026-11-26'],
    ['ja', '2027/3/2', '2027-03-02'],
    ['en', '30', '2026-11-30'],
    ['en', '20', '2026-12-20'],
    ['en', '20270302', '2027-03-02'],
  ])('%s: %j is %s', (locale, text, day) => {
    expect(readDate(text, locale, TODAY)).toBe(day)
  })

  test.each([
    '',
    '  ',
    '30.2.2027',
    '2027-02-30',
    'x',
    'm',
    'march',
    '2 march 2027 5',
    '99/99/9999',
    'a'.repeat(10_000),
  ])('%j is no date', (text) => {
    expect(readDate(text, 'de', TODAY)).toBeUndefined()
  })

  test('the order is that of the language', () => {
    expect(dateOrder('de')).toEqual(['day', 'month', 'year'])
    expect(dateOrder('en-US')).toEqual(['month', 'day', 'year'])
    expect(dateOrder('ja')).toEqual(['year', 'month', 'day'])
  })
})

describe('times', () => {
  test.each([
    ['19', '19:00'],
    ['1930', '19:30'],
    ['7pm', '19:00'],
    ['19:30', '19:30'],
    ['19.30', '19:30'],
    ['19h30', '19:30'],
    ['7:30 p.m.', '19:30'],
    ['12am', '00:00'],
    ['12 pm', '12:00'],
    ['19 Uhr', '19:00'],
    ['9', '09:00'],
    ['930', '09:30'],
    ['noon', '12:00'],
  ])('%j is %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })

  test.each(['', '24', '25:00', '19:60', '13pm', '0am', 'x', '12345', '-1'])('%j is no time', (text) => {
    expect(readTime(text)).toBeUndefined()
  })
})

describe('days', () => {
  test('a month later is the same day, or the last one', () => {
    expect(plusMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(plusMonths('2027-01-31', 12)).toBe('2028-01-31')
    expect(plusMonths('2027-03-31', -13)).toBe('2026-02-28')
  })

  test('there are no others than calendars have', () => {
    expect(dayOf(2027, 2, 29)).toBeUndefined()
    expect(dayOf(2028, 2, 29)).toBe('2028-02-29')
    expect(plusDays('2027-12-31', 1)).toBe('2028-01-01')
  })

  test('today is a matter of the zone', () => {
    const now = new Date('2027-03-02T05:00:00Z')
    expect(todayIn('Pacific/Honolulu', now)).toBe('2027-03-01')
    expect(todayIn('Europe/Vienna', now)).toBe('2027-03-02')
    expect(todayIn('UTC+5', now)).toBe('2027-03-02')
  })
})

describe('in every language, what fields write is read', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const two = letters.flatMap((a) => letters.map((b) => a + b))
  const codes = [...two, ...two.flatMap((start) => letters.map((c) => start + c))]
  const variants =
    'fr-CA zh-TW zh-HK en-GB en-CA en-ZA es-US es-MX de-CH pt-PT ar-EG ar-SA sr-Latn uz-Cyrl nl-BE sv-FI'
  const locales = [...Intl.DateTimeFormat.supportedLocalesOf(codes), ...variants.split(' ')]
  const days = ['2027-01-01', '2027-03-02', '2027-12-31']

  test('there are many', () => {
    expect(locales.length).toBeGreaterThan(150)
  })

  test.each(locales)('%s', (locale) => {
    const plain = plainLocale(locale)
    const format = new Intl.DateTimeFormat(plain, {
      ...({ day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' } as const),
    })
    const written = days.map((day) => format.format(new Date(day)))
    expect(written.map((one) => readDate(one, locale, TODAY))).toEqual(days)
    const clock = new Intl.DateTimeFormat(plain, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:05`)
    const times = hours.map((time) => clock.format(new Date(`2027-03-02T${time}Z`)))
    expect(times.map((time) => readTime(time, locale))).toEqual(hours)
  })

  test.each([
    ['th', '2/3/2570', undefined],
    ['th', '2/3/2027', '2027-03-02'],
    ['th', '๒/๓/๒๐๒๗', '2027-03-02'],
    ['fa', '1405/12/11', undefined],
    ['fa', '۲۰۲۷/۳/۲', '2027-03-02'],
    ['ar', '٢‏/٣‏/٢٠٢٧', '2027-03-02'],
    ['bn', '২/৩/২০২৭', '2027-03-02'],
    ['ja', '2027年3月2日', '2027-03-02'],
    ['ja', '２０２７／３／２', '2027-03-02'],
    ['ko', '2027년 3월 2일', '2027-03-02'],
    ['bg', '2.03.2027 г.', '2027-03-02'],
    ['de', '2.3.2570', '2570-03-02'],
  ])('%s: %j is %s', (locale, text, day) => {
    expect(readDate(text, locale, TODAY)).toBe(day)
  })
})

describe('a date of another calendar is asked about', () => {
  test.each([
    ['th', '27/11/2569', '2026-11-27'],
    ['th', '๒๗/๑๑/๒๕๖๙', '2026-11-27'],
    ['th', '2569-11-27', '2026-11-27'],
    ['th', '29.2.2571', '2028-02-29'],
    ['fa', '۱۴۰۵/۱۲/۱۱', '2027-03-02'],
    ['fa', '1405/2/31', '2026-05-21'],
    ['fa', '1410/1/1', '2031-03-21'],
    ['ar-u-ca-islamic-umalqura', '23/9/1448', '2027-03-02'],
    ['th', '30/2/2569', undefined],
    ['th', '27/11/2026', undefined],
    ['th', '27/11/9999', undefined],
    ['th', '2569', undefined],
    ['th', 'x', undefined],
    ['de', '27.11.2569', undefined],
    ['en', '1/2/1405', undefined],
  ])('%s: %j is %s', (locale, text, day) => {
    expect(dayInOtherCalendar(text, locale, TODAY)).toBe(day)
    // It is not taken over by itself.
    if (day !== undefined) expect(readDate(text, locale, TODAY)).toBeUndefined()
  })
})
