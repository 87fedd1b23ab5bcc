import { describe, expect, test } from 'vitest'
import { formatsOf, plusDays, plusMonths, weekStartOf, weeksOf } from '../../src/pages/embed/days.ts'
import { daysOf } from '../../src/pages/embed/events.ts'
import { plainText } from '../../src/pages/embed/plain-text.ts'

describe('days', () => {
  test('a month is all of its weeks, whatever the clocks do', () => {
    const march = weeksOf('2027-03', 0)
    expect(march.map(([first]) => first)).toEqual([
      ...['2027-02-28', '2027-03-07', '2027-03-14', '2027-03-21', '2027-03-28'],
    ])
    expect(march.flat()).toEqual(Array.from({ length: 35 }, (_, at) => plusDays('2027-02-28', at)))
    expect(weeksOf('2027-02', 1)).toHaveLength(4)
    expect(weeksOf('2027-05', 0)).toHaveLength(6)
  })

  test('a month later is the same day, or the last one', () => {
    expect(plusMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(plusMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(plusMonths('2027-12-15', 1)).toBe('2028-01-15')
    expect(plusMonths('2027-03-31', -12)).toBe('2026-03-31')
  })

  test('a week begins where people of the language begin it, unless the page says otherwise', () => {
    expect(weekStartOf('en-US', undefined)).toBe(0)
    expect(weekStartOf('de-DE', undefined)).toBe(1)
    expect(weekStartOf('de-DE', '6')).toBe(6)
    expect(weekStartOf('en-US', '7')).toBe(0)
  })

  test.each([
    ['2027-03-05 19:00:00', '2027-03-05 21:00:00', '2027-03-05', '2027-03-05'],
    ['2027-03-05 22:00:00', '2027-03-06 02:00:00', '2027-03-05', '2027-03-06'],
    ['2027-03-05 20:00:00', '2027-03-06 00:00:00', '2027-03-05', '2027-03-05'],
    ['2027-03-05 00:00:00', '2027-03-05 00:00:00', '2027-03-05', '2027-03-05'],
    ['2027-03-05 00:00:00', '2027-03-07 23:59:59', '2027-03-05', '2027-03-07'],
  ])('%s to %s takes place from %s to %s', (start, end, first, last) => {
    expect(daysOf({ start, end })).toEqual({ first, last })
  })

  test('an end on an earlier clock time, after the clock was set back, is left out', () => {
    const formats = formatsOf('en-US', '2027-01-01')
    expect(formats.both('2027-11-07 01:30:00', '2027-11-07 01:10:00')).toMatch(/^Sun, Nov 7, 1:30\sAM$/)
    expect(formats.days('2027-12-31', '2028-01-01')).toContain('2028')
  })
})

test.each([
  ['Tom &amp; &quot;Jerry&quot; &#39;27', 'Tom & "Jerry" \'27'],
  ['<p>One</p>\n<p>Two<br>three</p>', 'One Two three'],
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['&amp;lt;', '&lt;'],
  ['caf&#xe9; &#8211; &unknown; &#0; &#99999999;', 'café – &unknown; &#0; &#99999999;'],
])('the text of %j is %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})
