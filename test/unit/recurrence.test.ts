import { describe, expect, test } from 'vitest'
import { occurrencesOf } from '../../src/domain/recurrence/expand.ts'
import { formatRule, parseRule, type Rule } from '../../src/domain/recurrence/rule.ts'

const ruleOf = (text: string): Rule => {
  const rule = parseRule(text)
  return typeof rule === 'string' ? expect.unreachable(`${text} ${rule}`) : rule
}

/** The first `most` days of a rule. */
function days(text: string, start: string, most = 8, from?: string): string[] {
  const found: string[] = []
  const wall = start.length === 10 ? `${start} 09:00:00` : start
  for (const occurrence of occurrencesOf(ruleOf(text), wall, from)) {
    expect(occurrence.slice(10)).toBe(wall.slice(10))
    if (found.push(occurrence.slice(0, 10)) === most) break
  }
  return found
}

/** `1997 09: 02 03; 10: 01`: the days of months, in the year before. */
function listed(text: string): string[] {
  return text.split(', ').flatMap((ofYear) => {
    const [, year = '', rest = ''] = /^(\d{4}) (.*)$/.exec(ofYear) ?? expect.unreachable(ofYear)
    return rest.split('; ').flatMap((ofMonth) => {
      const [month = '', ...numbers] = ofMonth.split(/:? /)
      return numbers.map((number) => `${year}-${month}-${number}`)
    })
  })
}

describe('the examples of RFC 5545, section 3.8.5.3', () => {
  test.each([
    ['FREQ=DAILY;COUNT=10', '1997 09: 02 03 04 05 06 07 08 09 10 11'],
    ['FREQ=DAILY;INTERVAL=2', '1997 09: 02 04 06 08 10 12 14 16 18 20 22 24 26 28 30; 10: 02 04'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 09: 02 12 22; 10: 02 12'],
    ['FREQ=WEEKLY;COUNT=10', '1997 09: 02 09 16 23 30; 10: 07 14 21 28; 11: 04'],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      '1997 09: 02 16 30; 10: 14 28; 11: 11 25; 12: 09 23, 1998 01: 06 20; 02: 03 17',
    ],
    ['FREQ=WEEKLY;UNTIL=19971007T000000;WKST=SU;BYDAY=TU,TH', '1997 09: 02 04 09 11 16 18 23 25 30; 10: 02'],
    ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997 09: 02 04 09 11 16 18 23 25 30; 10: 02'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997 09: 02 04 16 18 30; 10: 02 14 16'],
    ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997 09: 28; 10: 29; 11: 28; 12: 29, 1998 01: 29; 02: 26'],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      '1997 09: 02 15; 10: 02 15; 11: 02 15; 12: 02 15, 1998 01: 02 15',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
      '1997 09: 02 09 16 23 30; 11: 04 11 18 25, 1998 01: 06 13 20 27; 03: 03 10 17 24 31',
    ],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1998 02: 13; 03: 13; 11: 13, 1999 08: 13, 2000 10: 13'],
    [
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997 09: 13; 10: 11; 11: 08; 12: 13, 1998 01: 10; 02: 07; 03: 07',
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997 09: 04; 10: 07; 11: 06'],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '2000 11: 07, 2004 11: 02, 2008 11: 04',
    ],
  ])('%s', (text, expected) => {
    const dates = listed(expected)
    const start = text.startsWith('FREQ=YEARLY;INTERVAL=4') ? '1996-11-06' : '1997-09-02'
    expect(days(text, start, text.includes('COUNT') ? 100 : dates.length)).toEqual(dates)
  })

  test.each([
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997-09-05',
      '1997 09: 05; 10: 03; 11: 07; 12: 05, 1998 01: 02; 02: 06; 03: 06; 04: 03; 05: 01; 06: 05',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997-09-07',
      '1997 09: 07 28; 11: 02 30, 1998 01: 04 25; 03: 01 29; 05: 03 31',
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997-09-22',
      '1997 09: 22; 10: 20; 11: 17; 12: 22, 1998 01: 19; 02: 16',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997-09-30',
      '1997 09: 30; 10: 01 31; 11: 01 30; 12: 01 31, 1998 01: 01 31; 02: 01',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997-09-10',
      '1997 09: 10 11 12 13 14 15, 1999 03: 10 11 12 13',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29',
      '1997 09: 29; 10: 30; 11: 27; 12: 30, 1998 01: 29; 02: 26; 03: 30',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007 01: 15 30; 02: 15; 03: 15 30'],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997-06-10',
      '1997 06: 10; 07: 10, 1998 06: 10; 07: 10, 1999 06: 10; 07: 10, 2000 06: 10; 07: 10, 2001 06: 10; 07: 10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997-03-10',
      '1997 03: 10, 1999 01: 10; 02: 10; 03: 10, 2001 01: 10; 02: 10; 03: 10, 2003 01: 10; 02: 10; 03: 10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997-01-01',
      '1997 01: 01; 04: 10; 07: 19, 2000 01: 01; 04: 09; 07: 18, 2003 01: 01; 04: 10; 07: 19, 2006 01: 01',
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997 05: 19, 1998 05: 18, 1999 05: 17'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997 05: 12, 1998 05: 11, 1999 05: 17'],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997-03-13',
      '1997 03: 13 20 27, 1998 03: 05 12 19 26, 1999 03: 04 11 18 25',
    ],
    [
      'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
      '1997-06-05',
      '1997 06: 05 12 19 26; 07: 03 10 17 24 31; 08: 07 14 21 28, 1998 06: 04',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997 08: 05 10 19 24'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997 08: 05 17 19 31'],
  ])('%s from %s', (text, start, expected) => {
    const dates = listed(expected)
    expect(days(text, start, text.includes('COUNT') ? 100 : dates.length)).toEqual(dates)
  })

  test('every day in January for three years', () => {
    const yearly = 'FREQ=YEARLY;UNTIL=20000131T140000;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA'
    const found = days(yearly, '1998-01-01', 100)
    expect(found).toHaveLength(93)
    expect([found[0], found[31], found[92]]).toEqual(['1998-01-01', '1999-01-01', '2000-01-31'])
    expect(days('FREQ=DAILY;UNTIL=20000131T140000;BYMONTH=1', '1998-01-01', 100)).toEqual(found)
  })
})

test('a formatted rule is read as the same rule', () => {
  for (const text of [
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;BYDAY=TU,TH;WKST=SU',
    'FREQ=MONTHLY;UNTIL=20271231T235959;BYMONTHDAY=-31,-1,1,31;BYDAY=-5MO,MO,5MO,2SU;BYSETPOS=-1,2',
    'FREQ=YEARLY;INTERVAL=1000;BYMONTH=1,12;BYWEEKNO=-53,53;BYYEARDAY=-366,366;BYDAY=SU',
  ]) {
    expect(formatRule(ruleOf(text))).toBe(text)
  }
  expect(formatRule(ruleOf(' rrule:wkst=mo;byday=su,+1mo,su;interval=01;until=20271231;freq=yearly\n'))).toBe(
    'FREQ=YEARLY;UNTIL=20271231T235959;BYDAY=1MO,SU',
  )
})
