/**
 * The abbreviations of time zones: `CEST`, `EST`, `JST`.
 *
 * `Intl` cannot provide them. It has letters only for the zones of its locale (Tokyo is `GMT+9` in every English
 * locale), and the set differs between runtimes. The letters of the tz database follow from the region and the standard
 * offset, except for the zones below. For a zone without letters, the tz database has the offset (`+0530`).
 *
 * Events store their abbreviation, so only writes and calendars of zones need it: this file is loaded with them.
 */
import type { Zone } from './zones.ts'

/** By region, and standard offset in minutes: letters of standard time, then of summer time. */
const REGIONS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  Africa: { 0: 'GMT', 60: 'WAT WAST', 120: 'CAT', 180: 'EAT' },
  America: {
    [-600]: 'HST HDT',
    [-540]: 'AKST AKDT',
    [-480]: 'PST PDT',
    [-420]: 'MST MDT',
    [-360]: 'CST CDT',
    [-300]: 'EST EDT',
    [-240]: 'AST ADT',
    [-210]: 'NST NDT',
    0: 'GMT',
  },
  Atlantic: { [-240]: 'AST ADT', 0: 'WET WEST', 60: 'CET CEST' },
  Australia: { 480: 'AWST AWDT', 570: 'ACST ACDT', 600: 'AEST AEDT' },
  Europe: { 0: 'WET WEST', 60: 'CET CEST', 120: 'EET EEST' },
  Indian: { 180: 'EAT' },
  Pacific: { [-660]: 'SST', [-600]: 'HST HDT' },
}

/** Regions that use the letters of another region. */
const SAME_AS: Readonly<Record<string, string>> = {
  Arctic: 'Europe',
  Canada: 'America',
  Mexico: 'America',
  US: 'America',
}

/** Zones that differ from their region: standard offset in minutes, letters, zones (old names too). */
const EXCEPTIONS: readonly (readonly [minutes: number, letters: string, zones: string])[] = [
  [-660, 'SST', 'US/Samoa'],
  [-300, 'CST CDT', 'America/Havana Cuba'],
  [0, 'GMT', 'Atlantic/Reykjavik Atlantic/St_Helena Iceland'],
  [0, 'GMT BST', 'Europe/London Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey GB GB-Eire'],
  [0, 'GMT IST', 'Europe/Dublin Eire'],
  [60, 'CET CEST', 'Africa/Algiers Africa/Ceuta Africa/Tripoli Africa/Tunis Libya'],
  [
    120,
    'EET EEST',
    'Africa/Cairo Africa/Tripoli Asia/Beirut Asia/Famagusta Asia/Gaza Asia/Hebron Asia/Nicosia',
  ],
  [120, 'EET EEST', 'Asia/Amman Asia/Damascus Asia/Istanbul'],
  [120, 'IST IDT', 'Asia/Jerusalem Asia/Tel_Aviv Israel'],
  [120, 'SAST', 'Africa/Johannesburg Africa/Maseru Africa/Mbabane'],
  [180, 'MSK MSD', 'Europe/Moscow Europe/Kirov Europe/Simferopol Europe/Volgograd W-SU'],
  [300, 'PKT PKST', 'Asia/Karachi'],
  [330, 'IST', 'Asia/Kolkata Asia/Calcutta'],
  [420, 'WIB', 'Asia/Jakarta Asia/Pontianak'],
  [480, 'CST CDT', 'Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macau Asia/Macao PRC'],
  [480, 'CST CDT', 'Asia/Taipei ROC'],
  [480, 'HKT HKST', 'Asia/Hong_Kong Hongkong'],
  [480, 'PST PDT', 'Asia/Manila'],
  [480, 'WITA', 'Asia/Makassar Asia/Ujung_Pandang'],
  [540, 'JST JDT', 'Asia/Tokyo Japan'],
  [540, 'KST KDT', 'Asia/Seoul Asia/Pyongyang ROK'],
  [540, 'WIT', 'Asia/Jayapura'],
  [600, 'AEST AEDT', 'Antarctica/Macquarie'],
  [600, 'ChST', 'Pacific/Guam Pacific/Saipan'],
  [720, 'NZST NZDT', 'Pacific/Auckland Antarctica/McMurdo Antarctica/South_Pole NZ'],
]

/** Zones without letters, in regions where other zones have letters. */
const NUMERIC = new Set([
  ...['Africa/Casablanca', 'Africa/El_Aaiun', 'Atlantic/Azores', 'Atlantic/Cape_Verde', 'Atlantic/Stanley'],
  ...'Apia Enderbury Fakaofo Kanton Kiritimati Niue Rarotonga Tahiti'
    .split(' ')
    .map((isle) => `Pacific/${isle}`),
  ...'Asuncion Boa_Vista Bogota Campo_Grande Caracas Coyhaique Cuiaba Eirunepe Guayaquil Guyana La_Paz Lima Manaus'
    .concat(' Porto_Acre Porto_Velho Punta_Arenas Rio_Branco Santarem Santiago')
    .split(' ')
    .map((city) => `America/${city}`),
])

const ODD = new Map(
  EXCEPTIONS.flatMap(([minutes, letters, zones]) =>
    zones.split(' ').map((zone) => [`${zone} ${minutes}`, letters] as const),
  ),
)

/** The region of a zone. Zones without a region in their name (`EST5EDT`, `CET`, `Poland`) are in America or Europe. */
function regionOf(zone: string, standard: number): string {
  const slash = zone.indexOf('/')
  if (slash < 0) return standard < 0 ? 'America' : 'Europe'
  const region = zone.slice(0, slash)
  return SAME_AS[region] ?? region
}

/** An offset in seconds, as the tz database writes it for zones without letters: `+09`, `-0330`. */
function numeric(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60)
  const pad = (value: number): string => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${minutes % 60 === 0 ? '' : pad(minutes % 60)}`
}

/**
 * The abbreviation of a named zone.
 *
 * @param zone Its name in the spelling of the tz database.
 * @param standard The offset of its standard time, in seconds east of UTC.
 * @param offset The offset in force, in seconds east of UTC.
 * @returns Letters; `LMT` for the local mean time that was used before time zones; otherwise the offset.
 */
function zoneLetters(zone: string, standard: number, offset: number): string {
  if (offset % 60 !== 0) return 'LMT'
  if (NUMERIC.has(zone) || zone.startsWith('America/Argentina/')) return numeric(offset)
  const minutes = standard / 60
  const pair = ODD.get(`${zone} ${minutes}`) ?? REGIONS[regionOf(zone, standard)]?.[minutes]
  const [usual, summer] = pair?.split(' ') ?? []
  return (offset === standard ? usual : summer) ?? numeric(offset)
}

/** The abbreviation of a zone at an instant: `CEST`, `+0545`; for `UTC±h`, the name itself. `epoch`: Unix seconds. */
export function abbreviationAt(zone: Zone, epoch: number): string {
  if (zone.isFixed) return zone.name
  const year = new Date(epoch * 1000).getUTCFullYear()
  // In both hemispheres, summer time has the larger offset of January and July.
  const january = zone.offsetAt(Date.UTC(year, 0, 1) / 1000)
  const july = zone.offsetAt(Date.UTC(year, 6, 1) / 1000)
  return zoneLetters(zone.name, Math.min(january, july), zone.offsetAt(epoch))
}
