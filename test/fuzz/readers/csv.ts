import { COLUMNS } from '../../../src/formats/csv-columns.ts'
import { Slices } from '../../../src/formats/give-way.ts'
import { readCsv } from '../../../src/formats/read-csv.ts'
import { UnreadableFile } from '../../../src/formats/unreadable-file.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

const NAMES = Object.values(COLUMNS).flatMap((group) => Object.values(group).flat().map(String))
const ODD = ['"', '""', ',', ';', '\t', '\r', '\n', '\r\n', '\0', '\ufeff', '\\', '\ud800', 'é', '\u2028']
const CELLS = [
  ...['2027-05-10', '10:00', '24:99', '9999999-99-99', 'yes', '-1', '1e300', 'draft', 'a, b', '"a"', '<b>'],
  ...[
    'https://a.example/',
    'FREQ=DAILY',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'Europe/Berlin',
    '__proto__',
  ],
]

/** More would be memory of the input itself. */
const MOST_CELLS = 100_000

/** A table with a header of known names; some long, some damaged. */
function table(dice: Dice): string {
  const separator = dice.oneOf([',', ',', ';', '\t'])
  const required = dice.oneOf([['Event Name', 'Event Start Date'], ['Venue Name'], ['Organizer Name']])
  const header = [...required, ...dice.some(dice.chance(20) ? 2000 : 12, () => dice.oneOf(NAMES))]
  const cell = () => (dice.chance(5000) ? dice.oneOf(ODD).repeat(100_000) : dice.oneOf([...CELLS, ...ODD]))
  const rows = dice.some(dice.chance(10) ? Math.floor(MOST_CELLS / header.length) : 20, () =>
    Array.from({ length: header.length + dice.upTo(2) }, cell),
  )
  const text = [header, ...rows].map((row) => row.join(separator)).join(dice.oneOf(['\n', '\r\n', '\r']))
  return damagedText(dice, text, ODD)
}

await fuzz({
  make: table,
  read: (text) => readCsv(text, [], new Slices()),
  refuses: (error) => error instanceof UnreadableFile,
})
