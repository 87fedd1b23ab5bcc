/*
 * The names of time zones in Windows, and the zone of the tz database that stands for each: facts of CLDR, supplemental
 * data `windowsZones`, for the territory 001. A star stands for ` Standard Time`.
 */

const NAMES: Readonly<Record<string, string>> = {
  Africa: `
    E. Africa*=Nairobi, Egypt*=Cairo, Libya*=Tripoli, Morocco*=Casablanca, Namibia*=Windhoek,
    Sao Tome*=Sao_Tome, South Africa*=Johannesburg, South Sudan*=Juba, Sudan*=Khartoum,
    W. Central Africa*=Lagos
  `,
  America: `
    Alaskan*=Anchorage, Aleutian*=Adak, Argentina*=Buenos_Aires, Atlantic*=Halifax, Bahia*=Bahia,
    Canada Central*=Regina, Central America*=Guatemala, Central Brazilian*=Cuiaba, Central*=Chicago,
    Central* (Mexico)=Mexico_City, Cuba*=Havana, E. South America*=Sao_Paulo, Eastern*=New_York,
    Eastern* (Mexico)=Cancun, Greenland*=Godthab, Haiti*=Port-au-Prince, Magallanes*=Punta_Arenas,
    Montevideo*=Montevideo, Mountain*=Denver, Mountain* (Mexico)=Mazatlan, Newfoundland*=St_Johns,
    Pacific SA*=Santiago, Pacific*=Los_Angeles, Pacific* (Mexico)=Tijuana, Paraguay*=Asuncion,
    SA Eastern*=Cayenne, SA Pacific*=Bogota, SA Western*=La_Paz, Saint Pierre*=Miquelon,
    Tocantins*=Araguaina, Turks And Caicos*=Grand_Turk, US Eastern*=Indiana/Indianapolis,
    US Mountain*=Phoenix, Venezuela*=Caracas, Yukon*=Whitehorse
  `,
  Asia: `
    Afghanistan*=Kabul, Altai*=Barnaul, Arab*=Riyadh, Arabian*=Dubai, Arabic*=Baghdad, Armenian*=Yerevan,
    Azerbaijan*=Baku, Bangladesh*=Dhaka, Caucasus*=Yerevan, Central Asia*=Bishkek, China*=Shanghai,
    Ekaterinburg*=Yekaterinburg, Georgian*=Tbilisi, India*=Calcutta, Iran*=Tehran, Israel*=Jerusalem,
    Jordan*=Amman, Kamchatka*=Kamchatka, Korea*=Seoul, Magadan*=Magadan, Middle East*=Beirut,
    Myanmar*=Rangoon, N. Central Asia*=Novosibirsk, Nepal*=Katmandu, North Asia East*=Irkutsk,
    North Asia*=Krasnoyarsk, North Korea*=Pyongyang, Omsk*=Omsk, Pakistan*=Karachi, Qyzylorda*=Qyzylorda,
    Russia Time Zone 10=Srednekolymsk, Russia Time Zone 11=Kamchatka, SE Asia*=Bangkok,
    Sakhalin*=Sakhalin, Singapore*=Singapore, Sri Lanka*=Colombo, Syria*=Damascus, Taipei*=Taipei,
    Tokyo*=Tokyo, Tomsk*=Tomsk, Transbaikal*=Chita, Ulaanbaatar*=Ulaanbaatar, Vladivostok*=Vladivostok,
    W. Mongolia*=Hovd, West Asia*=Tashkent, West Bank*=Hebron, Yakutsk*=Yakutsk
  `,
  Atlantic: `
    Azores*=Azores, Cape Verde*=Cape_Verde, Greenwich*=Reykjavik
  `,
  Australia: `
    AUS Central*=Darwin, AUS Eastern*=Sydney, Aus Central W.*=Eucla, Cen. Australia*=Adelaide,
    E. Australia*=Brisbane, Lord Howe*=Lord_Howe, Tasmania*=Hobart, W. Australia*=Perth
  `,
  Etc: `
    Dateline*=GMT+12, Mid-Atlantic*=GMT+2
  `,
  Europe: `
    Astrakhan*=Astrakhan, Belarus*=Minsk, Central Europe*=Budapest, Central European*=Warsaw,
    E. Europe*=Chisinau, FLE*=Kiev, GMT*=London, GTB*=Bucharest, Kaliningrad*=Kaliningrad,
    Romance*=Paris, Russia Time Zone 3=Samara, Russian*=Moscow, Saratov*=Saratov, Turkey*=Istanbul,
    Volgograd*=Volgograd, W. Europe*=Berlin
  `,
  Indian: `
    Mauritius*=Mauritius
  `,
  Pacific: `
    Bougainville*=Bougainville, Central Pacific*=Guadalcanal, Chatham Islands*=Chatham,
    Easter Island*=Easter, Fiji*=Fiji, Hawaiian*=Honolulu, Line Islands*=Kiritimati,
    Marquesas*=Marquesas, New Zealand*=Auckland, Norfolk*=Norfolk, Samoa*=Apia, Tonga*=Tongatapu,
    West Pacific*=Port_Moresby
  `,
}

let byName: ReadonlyMap<string, string> | undefined

/** The zones of the tz database by the names in Windows, in lower case. */
function windowsZones(): ReadonlyMap<string, string> {
  byName ??= new Map(
    Object.entries(NAMES).flatMap(([region, names]) =>
      names.split(',').map((pair): [string, string] => {
        const [own = '', city = ''] = pair.split('=').map((part) => part.trim())
        return [own.replace('*', ' standard time').toLowerCase(), `${region}/${city}`]
      }),
    ),
  )
  return byName
}

/** The name of the zone in the tz database; `undefined` for a name that Windows does not have. */
export const windowsZone = (name: string): string | undefined => windowsZones().get(name.toLowerCase())

/** One zone for each set of rules that is in use somewhere. */
export const zonesInUse = (): Iterable<string> => windowsZones().values()
