import { describe, expect, test, vi } from 'vitest'
import { occurrencesOf } from '../../src/core/domain/recurrence/expand.ts'
import { formatRule, parseRule, type Rule } from '../../src/core/domain/recurrence/rule.ts'
import { daysOfWeek, wallOf } from '../../src/core/domain/time/calendar.ts'

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
    'FREQ=DAILY;BYHOUR=0,9,23;BYMINUTE=0,59',
  ]) {
    expect(formatRule(ruleOf(text))).toBe(text)
  }
  expect(formatRule(ruleOf(' rrule:wkst=mo;byday=su,+1mo,su;interval=01;until=20271231;freq=yearly\n'))).toBe(
    'FREQ=YEARLY;UNTIL=20271231T235959;BYDAY=1MO,SU',
  )
})

describe('what calendars get wrong', () => {
  test('days that a month or year does not have are left out', () => {
    expect(days('FREQ=YEARLY', '2096-02-29', 3)).toEqual(['2096-02-29', '2104-02-29', '2108-02-29'])
    expect(days('FREQ=MONTHLY', '2027-01-31', 3)).toEqual(['2027-01-31', '2027-03-31', '2027-05-31'])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=-31', '2027-02-01', 2)).toEqual(['2027-03-01', '2027-05-01'])
    expect(days('FREQ=YEARLY;BYYEARDAY=366,-366', '2027-01-01', 3)).toEqual([
      '2028-01-01',
      '2028-12-31',
      '2032-01-01',
    ])
    expect(days('FREQ=MONTHLY;BYDAY=5MO,-5TU', '2027-01-01', 3)).toEqual(
      ['2027-03-29', '2027-03-02', '2027-05-31'].sort(),
    )
  })

  test('the start is an occurrence only if the rule yields it, and COUNT counts what the rule yields', () => {
    expect(days('FREQ=WEEKLY;BYDAY=TU;COUNT=2', '2027-05-10')).toEqual(['2027-05-11', '2027-05-18'])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=1;COUNT=1', '2027-05-10')).toEqual(['2027-06-01'])
  })

  test('UNTIL is inclusive: a date to its end, a time to its second', () => {
    expect(days('FREQ=DAILY;UNTIL=20270512', '2027-05-10 23:59:59')).toHaveLength(3)
    expect(days('FREQ=DAILY;UNTIL=20270512T090000', '2027-05-10')).toHaveLength(3)
    expect(days('FREQ=DAILY;UNTIL=20270512T085959', '2027-05-10')).toHaveLength(2)
    expect(days('FREQ=DAILY;UNTIL=20270509', '2027-05-10')).toEqual([])
  })

  test('numbers of weeks are those of ISO 8601, also in the years around', () => {
    const year = (date: string) => Number(date.slice(0, 4))
    for (const week of [1, 52, 53, -1, -52, -53]) {
      const expected: number[] = []
      for (let of = 1899; of <= 2101; of++) {
        const last = daysOfWeek(of, 53, 1) === undefined ? 52 : 53
        for (let weekday = 1; weekday <= 7; weekday++) {
          const day = daysOfWeek(of, week < 0 ? last + 1 + week : week, weekday)
          if (day !== undefined) expected.push(day)
        }
      }
      const found = days(`FREQ=YEARLY;BYWEEKNO=${week}`, '1900-01-01', 2000).filter(
        (date) => year(date) <= 2100,
      )
      const dates = expected.map((day) => wallOf(day * 86_400).slice(0, 10))
      expect(found, `BYWEEKNO=${week}`).toEqual(
        dates.filter((date) => year(date) >= 1900 && year(date) <= 2100),
      )
    }
  })

  test('WKST decides which week is the first of a year', () => {
    // 1 January 2027 is a Friday: from Monday on, its week has three days in 2027; from Wednesday on, five.
    expect(days('FREQ=YEARLY;BYWEEKNO=1', '2026-12-20', 1)).toEqual(['2027-01-04'])
    expect(days('FREQ=YEARLY;BYWEEKNO=1;WKST=WE', '2026-12-20', 1)).toEqual(['2026-12-30'])
  })

  test('numbers in BYDAY count in the month where there is one, and in the year otherwise', () => {
    expect(days('FREQ=YEARLY;BYDAY=-1SU', '2027-01-01', 2)).toEqual(['2027-12-26', '2028-12-31'])
    expect(days('FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3,10', '2027-01-01', 3)).toEqual([
      '2027-03-28',
      '2027-10-31',
      '2028-03-26',
    ])
    expect(days('FREQ=MONTHLY;BYDAY=SU,1MO', '2027-05-01', 7)).toEqual(
      listed('2027 05: 02 03 09 16 23 30; 06: 06'),
    )
  })

  test('BYSETPOS takes from whole periods, also from the one that the start divides', () => {
    expect(days('FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1', '2027-05-12', 2)).toEqual([
      '2027-05-17',
      '2027-05-24',
    ])
    expect(days('FREQ=WEEKLY;BYDAY=MO,TH,SU;BYSETPOS=-1', '2027-12-31', 2)).toEqual([
      '2028-01-02',
      '2028-01-09',
    ])
    expect(days('FREQ=WEEKLY;BYDAY=MO,TH,SU;BYSETPOS=2', '2026-12-30', 2)).toEqual([
      '2026-12-31',
      '2027-01-07',
    ])
    expect(days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1', '2027-05-04', 3)).toEqual([
      '2027-05-31',
      '2027-06-01',
      '2027-06-30',
    ])
    expect(days('FREQ=MONTHLY;BYMONTHDAY=31;BYSETPOS=-2', '2027-01-01')).toEqual([])
  })

  test('the years end with 9999', () => {
    expect(days('FREQ=YEARLY;INTERVAL=1000', '8999-12-31')).toEqual(['8999-12-31', '9999-12-31'])
    expect(days('FREQ=DAILY', '0001-01-01', 2)).toEqual(['0001-01-01', '0001-01-02'])
  })

  test('from: the first occurrence at or after it, and COUNT counts those before', () => {
    expect(days('FREQ=DAILY', '2027-05-10', 1, '2030-01-01 09:00:00')).toEqual(['2030-01-01'])
    expect(days('FREQ=DAILY', '2027-05-10', 1, '2030-01-01 09:00:01')).toEqual(['2030-01-02'])
    expect(days('FREQ=DAILY', '2027-05-10', 1, '2020-01-01 00:00:00')).toEqual(['2027-05-10'])
    expect(days('FREQ=YEARLY;COUNT=4', '2027-05-10', 9, '2029-05-10 00:00:00')).toEqual([
      '2029-05-10',
      '2030-05-10',
    ])
    expect(days('FREQ=YEARLY;COUNT=4', '2027-05-10', 9, '2031-01-01 00:00:00')).toEqual([])
    expect(days('FREQ=DAILY;COUNT=100000', '0001-01-01', 9, '0274-10-16 00:00:00')).toEqual(['0274-10-16'])
  })
})

describe('times of day', () => {
  const times = (text: string, start: string, most: number, from?: string) => {
    const found: string[] = []
    for (const wall of occurrencesOf(ruleOf(text), start, from)) if (found.push(wall) === most) break
    return found
  }

  test('BYHOUR and BYMINUTE name several a day, from the start on; what they leave out is that of the start', () => {
    expect(times('FREQ=WEEKLY;BYHOUR=17,9;COUNT=4', '2027-05-10 12:30:15', 9)).toEqual([
      '2027-05-10 17:30:15',
      '2027-05-17 09:30:15',
      '2027-05-17 17:30:15',
      '2027-05-24 09:30:15',
    ])
    expect(
      times('FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30;UNTIL=20270511T090000', '2027-05-10 09:00:00', 9),
    ).toEqual(['2027-05-10 09:00:00', '2027-05-10 09:30:00', '2027-05-11 09:00:00'])
    expect(times('FREQ=DAILY;BYMINUTE=5', '1960-05-10 09:30:00', 2)).toEqual([
      '1960-05-11 09:05:00',
      '1960-05-12 09:05:00',
    ])
  })

  test('from: a moment between two times of a day', () => {
    expect(times('FREQ=DAILY;BYHOUR=9,17', '2027-05-10 09:00:00', 2, '2030-01-01 09:00:01')).toEqual([
      '2030-01-01 17:00:00',
      '2030-01-02 09:00:00',
    ])
    expect(times('FREQ=DAILY;BYHOUR=9,17;COUNT=4', '2027-05-10 17:00:00', 9, '2027-05-11 10:00:00')).toEqual([
      '2027-05-11 17:00:00',
      '2027-05-12 09:00:00',
    ])
  })

  test('BYSETPOS counts dates, not days', () => {
    expect(times('FREQ=MONTHLY;BYDAY=FR;BYHOUR=9,17;BYSETPOS=-1,2', '2027-05-10 09:00:00', 3)).toEqual([
      '2027-05-28 17:00:00',
      '2027-06-04 17:00:00',
      '2027-06-25 17:00:00',
    ])
    expect(times('FREQ=DAILY;BYHOUR=9,17;BYSETPOS=2', '2027-05-10 09:00:00', 2)).toEqual([
      '2027-05-10 17:00:00',
      '2027-05-11 17:00:00',
    ])
  })
})

describe('texts that are no rule', () => {
  test.each([
    ['', 'is not a list of parts'],
    ['every Tuesday', 'is not a list of parts'],
    ['COUNT=3', 'has no FREQ'],
    ['FREQ=DAILY;', 'has a part that is not NAME=VALUE'],
    ['FREQ=DAILY;BYMONTH=', 'has a part that is not NAME=VALUE'],
    ['FREQ=HOURLY', 'has a wrong FREQ'],
    ['FREQ=DAILY;BYSECOND=9', 'has BYSECOND, which is not supported'],
    ['FREQ=DAILY;BYHOUR=24', 'has a wrong BYHOUR'],
    ['FREQ=DAILY;BYHOUR=-1', 'has a wrong BYHOUR'],
    ['FREQ=DAILY;BYHOUR=9,', 'has a wrong BYHOUR'],
    ['FREQ=DAILY;BYMINUTE=60', 'has a wrong BYMINUTE'],
    [`FREQ=DAILY;BYHOUR=9,17;BYMINUTE=${Array.from({ length: 49 }, (_, n) => n)}`, 'has more than 96 times'],
    ['FREQ=DAILY;FREQ=DAILY', 'has FREQ twice'],
    ['FREQ=DAILY;INTERVAL=0', 'has a wrong INTERVAL'],
    ['FREQ=DAILY;INTERVAL=1001', 'has a wrong INTERVAL'],
    ['FREQ=DAILY;INTERVAL=+1', 'has a wrong INTERVAL'],
    ['FREQ=DAILY;COUNT=0', 'has a wrong COUNT'],
    ['FREQ=DAILY;COUNT=100001', 'has a wrong COUNT'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20271231', 'has both COUNT and UNTIL'],
    ['FREQ=DAILY;UNTIL=20270230', 'has a wrong UNTIL'],
    ['FREQ=DAILY;UNTIL=20270201T240000', 'has a wrong UNTIL'],
    ['FREQ=DAILY;UNTIL=20270201T100000Z', 'has a wrong UNTIL'],
    ['FREQ=DAILY;BYMONTH=13', 'has a wrong BYMONTH'],
    ['FREQ=DAILY;BYMONTH=-1', 'has a wrong BYMONTH'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'has a wrong BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'has a wrong BYMONTHDAY'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'has a wrong BYWEEKNO'],
    ['FREQ=YEARLY;BYYEARDAY=367', 'has a wrong BYYEARDAY'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'has a wrong BYDAY'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'has a wrong BYDAY'],
    ['FREQ=MONTHLY;BYDAY=XX', 'has a wrong BYDAY'],
    ['FREQ=MONTHLY;BYDAY=MO,,TU', 'has a wrong BYDAY'],
    ['FREQ=DAILY;BYDAY=MO;BYSETPOS=367', 'has a wrong BYSETPOS'],
    ['FREQ=DAILY;WKST=X', 'has a wrong WKST'],
    ['FREQ=DAILY;BYDAY=1MO', 'has numbers in BYDAY, which need'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'has numbers in BYDAY, which need'],
    ['FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=2', 'has numbers in BYDAY, which BYWEEKNO does not allow'],
    ['FREQ=MONTHLY;BYWEEKNO=2', 'has BYWEEKNO, which needs FREQ=YEARLY'],
    ['FREQ=MONTHLY;BYYEARDAY=2', 'has BYYEARDAY, which needs FREQ=YEARLY'],
    ['FREQ=WEEKLY;BYMONTHDAY=2', 'has BYMONTHDAY, which FREQ=WEEKLY does not allow'],
    ['FREQ=MONTHLY;BYSETPOS=2', 'has BYSETPOS, which needs another part'],
    [`FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(2050)}1`, 'is longer than 4096 characters'],
    ['FREQ=DAıLY', 'is not a list of parts'],
  ])('%s', (text, expected) => {
    const wrong = parseRule(text)
    expect(wrong).toBeTypeOf('string')
    expect(String(wrong).slice(0, expected.length)).toBe(expected)
  })

  test('UNTIL in UTC is read where there is a function that converts it', () => {
    const rule = parseRule('FREQ=DAILY;UNTIL=20271231T225959Z', (utc) => {
      expect(utc).toBe('2027-12-31 22:59:59')
      return '2027-12-31 23:59:59'
    })
    expect(rule).toMatchObject({ until: '2027-12-31 23:59:59' })
  })
})

test('rules that yield nothing, or little, end after a bounded number of looks', () => {
  const everyYearDay = Array.from({ length: 366 }, (_, index) => index - 366).join()
  const looks = vi.spyOn(Math, 'floor')
  for (const text of [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;INTERVAL=1000',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=DAILY;BYDAY=MO;BYSETPOS=366',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU,WE,TH,FR,SA,SU',
    'FREQ=DAILY;INTERVAL=994;BYDAY=TU,WE,TH,FR,SA,SU',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2',
    'FREQ=YEARLY;BYWEEKNO=53,-53;BYMONTH=1;BYSETPOS=7',
    `FREQ=YEARLY;BYYEARDAY=${everyYearDay};BYSETPOS=366;BYMONTH=1`,
  ]) {
    looks.mockClear()
    expect(days(text, '0001-01-01', 1), text).toEqual([])
    // 28 tables of 378 days with a few dates for each, and 10,000 years.
    expect(looks.mock.calls.length, text).toBeLessThan(28 * 378 * 20 + 10_000)
  }
})
