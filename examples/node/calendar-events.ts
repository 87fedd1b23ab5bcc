import type { EventInput } from 'kalends'
import type { CATEGORIES, ORGANIZERS, TAGS, VENUES } from './calendar-places.ts'

/** One entry of the season; `calendar.ts` makes create bodies of it. All events are invented. */
export interface PlannedEvent
  extends Omit<
    EventInput,
    'start_date' | 'end_date' | 'timezone' | 'all_day' | 'venue' | 'organizer' | 'categories' | 'tags'
  > {
  when: When
  /** Absent: nowhere but online, or not settled. */
  at?: keyof typeof VENUES
  by: readonly (keyof typeof ORGANIZERS)[]
  categories: readonly (keyof typeof CATEGORIES)[]
  tags: readonly (typeof TAGS)[number][]
}

interface When {
  /** Days from today to the first day; negative is past. */
  day: number
  /** Moves the first day on, by up to six days, to this weekday. */
  on?: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
  /** `HH:MM` of start and end; an end not after the start is on the next day. Absent: all day. */
  time?: readonly [from: string, to: string]
  /** Days from the first to the last day. */
  span?: number
  /** The event comes again so many days after its first day. */
  again?: readonly number[]
  /** Zone of the times. Default: that of Boulder. */
  zone?: string
}

export const PLANNED_EVENTS: readonly PlannedEvent[] = [
  // —— Just over ——————————————————————————————————————————————————————————————————————————————————————————————
  {
    title: 'Record Fair in the Old Milk Hall',
    when: { day: -4, time: ['10:00', '16:00'] },
    at: 'dairy',
    by: ['radio'],
    categories: ['music', 'markets'],
    tags: ['all ages', 'free entry', 'wheelchair access'],
    cost: 'Free',
    description:
      '<p>Thirty crates of jazz, two of polka and one that nobody has dared to sort. Sellers pay for a table in records, which Radio Foothill then plays.</p><p>Bring a tote bag; the wind on Walnut Street has opinions about paper ones.</p>',
  },
  {
    title: 'Members’ Preview: Ink and Granite',
    when: { day: -2, time: ['18:00', '20:00'] },
    at: 'bmoca',
    by: ['studios'],
    categories: ['art'],
    tags: ['limited seats', 'wheelchair access'],
    description:
      '<p>Four printmakers who carry their own stones. The presses stay on all evening, so expect to leave with black thumbs and a postcard.</p>',
  },
  {
    title: 'Paint Night for the Library Bike Racks',
    when: { day: -1, time: ['17:30', '19:30'] },
    at: 'mainLibrary',
    by: ['wheels', 'neighbors'],
    categories: ['town', 'cycling'],
    tags: ['volunteers wanted', 'by bike', 'hands-on'],
    cost: 0,
    description:
      '<p>Twelve racks, nine colors, one shade of green that the city insists on. We have brushes; you have old trousers.</p>',
  },

  // —— Every week —————————————————————————————————————————————————————————————————————————————————————————————
  {
    title: 'Saturday Farmers Market',
    when: { day: 0, on: 'sat', time: ['08:00', '14:00'], again: [7, 14, 21, 28, 35, 42, 49] },
    at: 'market',
    by: ['growers'],
    categories: ['markets', 'family'],
    tags: ['weekly', 'open air', 'by bike', 'free entry'],
    cost: 'Free',
    excerpt: '<p>Carrots with the mountain still on them.</p>',
    description:
      '<p>Forty stalls between Canyon and Arapahoe. The goat cheese is gone by ten, the tamales by eleven, and the man with the knives sharpens while you shop.</p><ul><li>Bike valet at the north end</li><li>Tokens for food assistance cards at the blue tent</li></ul>',
  },
  {
    title: 'Slow Jam at the Trident',
    when: { day: 1, on: 'tue', time: ['19:00', '21:00'], again: [7, 14, 21, 28, 35] },
    at: 'trident',
    by: ['folk'],
    categories: ['bluegrass'],
    tags: ['weekly', 'drop-in', 'first timers'],
    cost: 'Pay what you can',
    description:
      '<p>Fiddle tunes at half speed, three times through, with the chords written on a napkin. If you know where your capo is, you are overqualified.</p>',
  },
  {
    title: 'Lap Sit Stories',
    when: { day: 0, on: 'thu', time: ['10:15', '10:45'], again: [7, 14, 21, 28] },
    at: 'reynoldsLibrary',
    by: ['readers'],
    categories: ['family', 'words'],
    tags: ['weekly', 'drop-in', 'free entry', 'bilingual'],
    cost: 'Free',
    description:
      '<p>Songs, bounces and two short books, one of them in Spanish, for people under two and the laps they own. Prams park by the returns slot.</p>',
  },
  {
    title: 'No-Drop Morning Run',
    when: { day: 2, on: 'wed', time: ['06:15', '07:15'], again: [7, 14, 21] },
    at: 'ebenFine',
    by: ['runners'],
    categories: ['running'],
    tags: ['weekly', 'open air', 'first timers'],
    description:
      '<p>Four miles up the creek path and back, at whatever speed still lets you complain. The last runner chooses where we have coffee.</p>',
  },
  {
    title: 'Wrench Night',
    when: { day: 3, on: 'mon', time: ['18:00', '21:00'], again: [14, 28, 42] },
    at: 'eastCenter',
    by: ['wheels'],
    categories: ['repair', 'cycling'],
    tags: ['drop-in', 'hands-on', 'by bike'],
    cost: '5',
    description:
      '<p>Six work stands, a wall of used derailleurs and people who enjoy explaining bottom brackets. Five dollars covers cables and cookies.</p>',
  },

  // —— This week and next ——————————————————————————————————————————————————————————————————————————————————————
  {
    title: 'What the Ceiling Says: A Tour of the Teahouse',
    when: { day: 0, time: ['16:00', '17:00'] },
    at: 'teahouse',
    by: ['neighbors'],
    categories: ['town', 'art'],
    tags: ['local history', 'sister cities', 'limited seats'],
    cost: '12',
    description:
      '<p>Every panel overhead was carved without power tools and signed by somebody. A retired carpenter names the signatures he can read and guesses at the others.</p><p>Tea is included, cake is between you and your conscience.</p>',
  },
  {
    title: 'Evening Bicycle Parade, Bells Required',
    when: { day: 1, time: ['19:00', '20:30'] },
    at: 'scottCarpenter',
    by: ['wheels'],
    categories: ['cycling', 'family'],
    tags: ['by bike', 'all ages', 'open air', 'free entry'],
    cost: 'Free',
    description:
      '<p>From the rocket in Scott Carpenter Park to Pearl Street and back at seven miles an hour. Costumes welcome; long scarves are not, for reasons involving spokes.</p>',
  },
  {
    title: 'Hollow Log Trio',
    when: { day: 2, time: ['20:00', '23:00'] },
    at: 'foxTheatre',
    by: ['folk', 'radio'],
    categories: ['bluegrass'],
    tags: ['sold by the door', 'late night'],
    cost: '$18 - $25',
    featured: true,
    ticketed: true,
    website: 'https://flatirons-folk.example/hollow-log-trio',
    excerpt: '<p>Three siblings, one microphone.</p>',
    description:
      '<p>The Hollow Logs learned to sing by shouting over a sawmill. Now they play so quietly around one microphone that the bar stops its ice machine.</p><p>Opening: <em>Ada Quill</em>, alone with an autoharp.</p>',
  },
  {
    title: 'Town Hall on the Creek Path Lights',
    when: { day: 3, time: ['18:30', '20:30'] },
    at: 'mainLibrary',
    by: ['neighbors'],
    categories: ['town'],
    tags: ['sign language', 'wheelchair access', 'free entry'],
    cost: 'Free',
    description:
      '<p>Brighter for people, darker for bats: both sides have charts. Ten minutes of presentations, ninety minutes of microphone. Interpreters sit stage left.</p>',
  },
  {
    title: 'Quartet for the End of the Workday',
    when: { day: 4, time: ['17:30', '18:20'] },
    at: 'etownHall',
    by: ['chamber'],
    categories: ['classical'],
    tags: ['relaxed performance', 'wheelchair access'],
    cost: ['8', '12'],
    description:
      '<p>Haydn, a short Shostakovich and home by dinner. Arrive in bike shorts if you must. Eight dollars if you sit on the floor.</p>',
  },
  {
    title: 'Borrow a Telescope, Learn to Aim It',
    when: { day: 5, time: ['20:30', '22:30'] },
    at: 'scottCarpenter',
    by: ['stars'],
    categories: ['night-sky'],
    tags: ['hands-on', 'open air', 'first timers'],
    cost: 'Free',
    description:
      '<p>The Circle lends out six small reflectors for a month each. First you find the Moon, then Saturn, then your car keys, all in red light.</p>',
  },
  {
    title: 'Bread for People Who Kill Their Starter',
    when: { day: 6, time: ['10:00', '14:00'] },
    at: 'eastCenter',
    by: ['kitchen'],
    categories: ['classes'],
    tags: ['hands-on', 'registration needed', 'limited seats'],
    cost: '$48',
    ticketed: true,
    description:
      '<p>Altitude dries flour and patience. We bake two loaves each and bury, with honors, whatever is in your jar.</p>',
  },
  {
    title: 'Rooftop Honey, Tasted Blind',
    when: { day: 7, time: ['15:00', '16:30'] },
    at: 'museumOfBoulder',
    by: ['growers', 'kitchen'],
    categories: ['food'],
    tags: ['limited seats', 'wheelchair access'],
    cost: '15',
    description:
      '<p>Eight jars from eight roofs, numbered. Last time the parking garage beat the botanists’ terrace, and there were words.</p>',
  },
  {
    title: 'The General, with a Live Piano',
    when: { day: 8, time: ['19:30', '21:15'] },
    at: 'chautauqua',
    by: ['film'],
    categories: ['film'],
    tags: ['all ages', 'wheelchair access'],
    cost: '14',
    featured: true,
    description:
      '<p>Buster Keaton, a locomotive and Hanne Brück, who has never played the chase the same way twice. The hall is wooden and unheated: bring the blanket, leave the popcorn machine.</p>',
  },
  {
    title: 'Fix-It Saturday: Lamps, Toasters, Zippers',
    when: { day: 8, on: 'sat', time: ['11:00', '15:00'] },
    at: 'northRec',
    by: ['repair'],
    categories: ['repair'],
    tags: ['drop-in', 'volunteers wanted', 'bring your own mug'],
    cost: 'Pay what you can',
    description:
      '<p>You hold the flashlight, we hold the soldering iron. Nine in ten lamps go home lit. We do not open microwave ovens, and we will not be persuaded.</p>',
  },

  // —— Third and fourth week ———————————————————————————————————————————————————————————————————————————————————
  {
    title: 'Night Bus to Jazz: The Lillian Ode Sextet',
    when: { day: 10, time: ['22:00', '01:30'] },
    at: 'boulderTheater',
    by: ['radio'],
    categories: ['jazz'],
    tags: ['late night', 'sold by the door', 'wheelchair access'],
    cost: '$22',
    ticketed: true,
    description:
      '<p>Two sets, the second after midnight and without a list. The bus outside runs down Broadway until the drummer is in it.</p>',
  },
  {
    title: 'Walk the Ditches',
    when: { day: 11, on: 'sun', time: ['09:00', '12:00'] },
    at: 'ebenFine',
    by: ['neighbors'],
    categories: ['walks', 'town'],
    tags: ['local history', 'open air'],
    cost: 'Free',
    description:
      '<p>The town drank from hand-dug ditches before it had a street plan, and most still run, under driveways and through a dentist’s garden. Five flat miles with a hydrologist.</p>',
  },
  {
    title: 'Listening Bar from Shimokitazawa',
    when: { day: 12, time: ['20:00', '22:00'], zone: 'Asia/Tokyo' },
    by: ['radio'],
    categories: ['online', 'jazz'],
    tags: ['livestream', 'bring your own mug'],
    cost: 'Free',
    website: 'https://radio-foothill.example/live/tokyo',
    description:
      '<p>A room in Tokyo with eleven stools, one pair of speakers and a rule against talking during side A. We open the stream at eight in the evening there; in Boulder you will want coffee.</p>',
  },
  {
    title: 'Ask a Glaciologist Anything',
    when: { day: 12, time: ['18:00', '19:30'] },
    at: 'ncar',
    by: ['stars'],
    categories: ['science'],
    tags: ['sign language', 'wheelchair access', 'free entry'],
    cost: 'Free',
    description:
      '<p>How old is the oldest ice, does it taste of anything, and is the glacier above town still one? Children’s questions are drawn first, from a bucket, and the bucket is full of ice.</p>',
  },
  {
    title: 'The Moon Who Lost a Button',
    when: { day: 13, on: 'sat', time: ['10:30', '11:20'], again: [1] },
    at: 'dairy',
    by: ['puppets'],
    categories: ['puppetry', 'family'],
    tags: ['all ages', 'relaxed performance', 'wheelchair access'],
    cost: ['7', '10'],
    ticketed: true,
    description:
      '<p>Shadow puppets cut from cereal boxes, a tailor, and a very tall ladder. Lights stay half up, and leaving to look at the trucks outside is allowed.</p>',
  },
  {
    title: 'One Book, One Table: “Plainsong”',
    when: { day: 14, time: ['18:30', '20:00'] },
    at: 'mainLibrary',
    by: ['readers'],
    categories: ['words'],
    tags: ['drop-in', 'bring your own mug', 'free entry'],
    cost: 'Free',
    description:
      '<p>Kent Haruf’s two old brothers, their cattle and the girl who moves in. Come having read it, half read it, or only having met a brother like that.</p>',
  },
  {
    title: 'Sourdough Rescue Line',
    status: 'draft',
    when: { day: 15, time: ['12:00', '13:00'] },
    by: ['kitchen'],
    categories: ['online', 'classes'],
    tags: ['livestream', 'first timers'],
    description:
      '<p>An hour on the telephone with bakers. Number to follow once Long Table Kitchen has found its telephone.</p>',
  },
  {
    title: 'Contra Dance with the Gravel Road Band',
    when: { day: 16, on: 'fri', time: ['19:00', '22:30'] },
    at: 'northRec',
    by: ['folk'],
    categories: ['dance', 'folk'],
    tags: ['first timers', 'all ages', 'wheelchair access'],
    cost: '$10 - $15',
    description:
      '<p>Half an hour of teaching at seven, then four hands from the top. No partner needed, soft soles kindly requested, and somebody always brings plums.</p>',
  },
  {
    title: 'Raga Before Breakfast',
    when: { day: 17, time: ['06:00', '07:30'], zone: 'UTC+5:30' },
    by: ['radio', 'chamber'],
    categories: ['online', 'classical'],
    tags: ['livestream', 'limited seats'],
    cost: 'Pay what you can',
    website: 'https://radio-foothill.example/live/pune',
    description:
      '<p>Sarod and tabla from a courtyard in Pune, at the hour the raga was made for. That is early evening here, the day before, which is the only time travel we can offer.</p>',
  },
  {
    title: 'Seed Swap',
    when: { day: 18, on: 'sun', time: ['13:00', '16:00'] },
    at: 'museumOfBoulder',
    by: ['growers'],
    categories: ['repair', 'food'],
    tags: ['drop-in', 'free entry', 'hands-on'],
    cost: 'Free',
    description:
      '<p>Label what you bring: “purple beans, Aunt Vera’s, climbs everything” is a perfect label. Nothing to swap yet? Take two envelopes, owe us two.</p>',
  },
  {
    title: 'Cancelled: Dawn Paddle on the Reservoir',
    when: { day: 19, time: ['05:45', '08:00'] },
    at: 'reservoir',
    by: ['neighbors'],
    categories: ['outdoors'],
    tags: ['open air', 'registration needed'],
    cost: '20',
    excerpt: '<p>Not happening: the boat ramp is closed for repairs.</p>',
    description:
      '<p><strong>Cancelled.</strong> The boat ramp is closed for repairs. Who has paid is paid back without asking; who wants to watch the sun come up anyway will find the thermos people on the east shore.</p>',
  },
  {
    title: 'Draw What You Cannot Name',
    when: { day: 20, time: ['14:00', '17:00'] },
    at: 'bmoca',
    by: ['studios'],
    categories: ['art'],
    tags: ['hands-on', 'first timers', 'wheelchair access'],
    cost: '18',
    description:
      '<p>A table of unlabelled objects from attics around town: drafting tools, a goose call, something with a spring. Charcoal provided. At five we vote on what the spring thing is.</p>',
  },
  {
    title: 'Creek to Peak Hill Climb',
    when: { day: 21, on: 'sat', time: ['07:00', '11:00'] },
    at: 'ebenFine',
    by: ['runners'],
    categories: ['running'],
    tags: ['registration needed', 'volunteers wanted', 'open air'],
    cost: '$35 - $45',
    ticketed: true,
    website: 'https://canyon-mouth.example/hill-climb',
    description:
      '<p>Six miles, almost all of them up. Bib pick-up from six o’clock at the shelter; the bus brings you and your opinion of the last mile back down.</p>',
  },

  // —— The second month ————————————————————————————————————————————————————————————————————————————————————————
  {
    title: 'Foothills Strings Weekend',
    when: { day: 30, on: 'fri', time: ['17:00', '22:00'], span: 2 },
    at: 'chautauqua',
    by: ['folk', 'chamber', 'radio'],
    categories: ['music', 'folk', 'classical'],
    tags: ['all ages', 'volunteers wanted', 'wheelchair access'],
    cost: '$25 - $80',
    featured: true,
    sticky: true,
    ticketed: true,
    website: 'https://flatirons-folk.example/weekend',
    excerpt: '<p>Three days of everything with strings, from nyckelharpa to tennis rackets.</p>',
    description:
      '<p>Friday opens with a parade of cellos up Baseline Road, each with a wheel. Saturday is workshops on the porches. On Sunday the chamber players and the old-time people trade books and play what they find.</p><ul><li>Day tickets at the gate from noon</li><li>Under twelve: free with a stringed object</li></ul>',
  },
  {
    title: 'Porch Workshop: Rosin, Reeds and Other Vices',
    when: { day: 31, on: 'sat', time: ['10:00', '11:30'] },
    at: 'chautauqua',
    by: ['folk'],
    categories: ['folk'],
    tags: ['hands-on', 'limited seats'],
    cost: '12',
    description:
      '<p>A repairer answers what you never dared to ask about the noise your instrument makes. Part of the strings weekend, open without its ticket.</p>',
  },
  {
    title: 'Instrument Petting Zoo',
    when: { day: 31, on: 'sat', time: ['13:00', '15:00'] },
    at: 'bandshell',
    by: ['chamber', 'puppets'],
    categories: ['family', 'music'],
    tags: ['all ages', 'hands-on', 'free entry', 'open air'],
    cost: 'Free',
    description:
      '<p>Hold a cello, blow a tuba, make a bassoon say its only joke. Wipes between players; ear plugs for parents by the second tree.</p>',
  },
  {
    title: 'Dark Dome: Wind Ensemble Under Projected Stars',
    when: { day: 33, time: ['19:00', '20:15'] },
    at: 'fiske',
    by: ['stars', 'chamber'],
    categories: ['night-sky', 'classical'],
    tags: ['limited seats', 'wheelchair access'],
    cost: '$10 - $16',
    ticketed: true,
    description:
      '<p>The players read from stands lit like cockpit dials while the dome runs a year of sky in an hour. Doors close at seven to the second, because the planets will not wait.</p>',
  },
  {
    title: 'Secondhand Skis, Skates and Good Intentions',
    when: { day: 35, on: 'sat', time: ['09:00', '13:00'] },
    at: 'eastCenter',
    by: ['neighbors', 'repair'],
    categories: ['repair', 'markets'],
    tags: ['volunteers wanted', 'free entry'],
    cost: 'Free',
    description:
      '<p>Bring gear on Friday, buy gear on Saturday, take back what did not sell by two. A third of each price buys passes for schoolchildren.</p>',
  },
  {
    title: 'Lunch for Forty Strangers',
    when: { day: 36, on: 'sun', time: ['12:00', '15:00'] },
    at: 'courthouse',
    by: ['kitchen'],
    categories: ['food', 'town'],
    tags: ['open air', 'bring your own mug', 'registration needed'],
    cost: 'Pay what you can',
    description:
      '<p>One table, forty chairs, seats by lot. You pass the beans to someone you would never have met in line. If it rains we move under the arcade and call it intimate.</p>',
  },
  {
    title: 'Letters from Dushanbe',
    when: { day: 37, time: ['19:00', '20:00'], zone: 'Asia/Dushanbe' },
    by: ['neighbors', 'readers'],
    categories: ['online', 'words'],
    tags: ['livestream', 'sister cities', 'bilingual'],
    cost: 'Free',
    website: 'https://readers-table.example/dushanbe',
    description:
      '<p>Schoolchildren in Boulder’s sister city answer the letters we sent by actual mail. Read aloud in Tajik, then English; the drawings are shown, not translated.</p>',
  },
  {
    title: 'Improvised Tax Law',
    when: { day: 38, time: ['20:00', '21:30'] },
    at: 'dairy',
    by: ['puppets'],
    categories: ['theater'],
    tags: ['sold by the door', 'late night'],
    cost: '9',
    description:
      '<p>An accountant reads out real paragraphs; four actors must play them as a family drama. Last month’s depreciation schedule ended in a wedding.</p>',
  },
  {
    title: 'Gardens Behind Fences',
    when: { day: 40, on: 'sat', span: 1 },
    by: ['growers', 'neighbors'],
    categories: ['town', 'walks'],
    tags: ['open air', 'by bike', 'local history'],
    cost: '$10',
    excerpt: '<p>Nineteen private gardens, two days, one map.</p>',
    description:
      '<p>A map with nineteen gates that are otherwise shut: a bog in a bathtub, an espalier older than the street, a lawn confessed to be plastic. The map is the ticket.</p>',
  },
  {
    title: 'Dress Rehearsal: The Ghost Light',
    when: { day: 41, time: ['18:00', '21:00'] },
    at: 'dairy',
    by: ['puppets'],
    categories: ['theater'],
    tags: ['limited seats'],
    password: 'ghost-light',
    description:
      '<p>For who has lent us furniture. You may see your own sofa murdered. Please tell no one how it ends; we have not decided.</p>',
  },
  {
    title: 'Stage Crew Call Sheet',
    status: 'private',
    when: { day: 42, time: ['08:00', '17:00'] },
    at: 'dairy',
    by: ['puppets'],
    categories: ['theater'],
    tags: ['volunteers wanted'],
    description:
      '<p>Truck at eight, flats at nine, argument about the trapdoor at ten. Steel toes, no sandals, Marco brings the long drill.</p>',
  },
  {
    title: 'The Ghost Light',
    when: { day: 42, time: ['19:30', '21:30'], again: [1, 2] },
    at: 'dairy',
    by: ['puppets'],
    categories: ['theater'],
    tags: ['wheelchair access', 'sign language'],
    cost: '$16 - $24',
    featured: true,
    ticketed: true,
    description:
      '<p>An empty theater keeps one bulb burning, so that the ghosts have something to act by. Tonight somebody forgets to plug it in. A play for two actors and eleven coats.</p>',
  },
  {
    title: 'Minutes of the Mushroom Society',
    when: { day: 44, on: 'sun', time: ['09:30', '12:30'] },
    at: 'ncar',
    by: ['neighbors'],
    categories: ['walks', 'science'],
    tags: ['open air', 'limited seats', 'registration needed'],
    cost: '6',
    description:
      '<p>A slow walk on the mesa with hand lenses. Nobody picks, everybody photographs, and the minutes record each disagreement in Latin.</p>',
  },
  {
    title: 'Lesetisch: A Table in Freiburg and a Table Here',
    when: { day: 45, time: ['18:30', '20:00'], zone: 'Europe/Berlin' },
    at: 'freiburgLibrary',
    by: ['readers'],
    categories: ['words', 'online'],
    tags: ['bilingual', 'livestream', 'free entry'],
    cost: 'Free',
    description:
      '<p>Two libraries read the same three poems and disagree about them in two languages. Evening on the minster square, late morning for us: coffee at the Main Branch, second floor, by the big screen.</p>',
  },
  {
    title: 'Bike Camping for Beginners',
    when: { day: 47, on: 'sat', time: ['10:00', '15:00'], span: 1 },
    at: 'reservoir',
    by: ['wheels'],
    categories: ['cycling', 'outdoors'],
    tags: ['by bike', 'first timers', 'registration needed'],
    cost: '30',
    ticketed: true,
    description:
      '<p>Eleven flat miles, one night, and a stove that you will be taught not to fear. We carry the water and the spare tubes; you carry everything you were sure you needed.</p>',
  },
  {
    title: 'Radio Play Live: The Tram That Never Was',
    when: { day: 48, time: ['19:00', '20:30'] },
    at: 'etownHall',
    by: ['radio'],
    categories: ['theater', 'town'],
    tags: ['local history', 'livestream', 'wheelchair access'],
    cost: ['10', '14'],
    ticketed: true,
    description:
      '<p>In 1911 someone sold shares in a streetcar up Flagstaff Mountain. Eight voices, one coconut and a real brass bell tell where the money went. It goes out on air, so the laughter is yours.</p>',
  },
  {
    title: 'Newcomers’ Potluck',
    status: 'pending',
    when: { day: 50, time: ['17:30', '20:00'] },
    at: 'eastCenter',
    by: ['neighbors'],
    categories: ['town', 'food'],
    tags: ['first timers', 'all ages', 'free entry'],
    cost: 'Free',
    description:
      '<p>For who has moved here within the year, and for who remembers how that was. Surnames A to M: something green. N to Z: something warm.</p>',
  },
  {
    title: 'Forty Parts in a Round Room',
    when: { day: 52, on: 'sun', time: ['16:00', '17:15'] },
    at: 'macky',
    by: ['chamber'],
    categories: ['classical'],
    tags: ['wheelchair access', 'sold by the door'],
    cost: '$20',
    featured: true,
    ticketed: true,
    description:
      '<p>Tallis wrote a motet for forty voices, each on its own line. We stand around you in eight choirs; sit in the middle if you have never cried at counterpoint.</p>',
  },
  {
    title: 'Translators’ Duel',
    when: { day: 53, time: ['19:00', '20:30'] },
    at: 'trident',
    by: ['readers'],
    categories: ['words'],
    tags: ['bilingual', 'limited seats'],
    cost: '5',
    description:
      '<p>One page of Portuguese, two translators who have not met, and an audience with red pencils. The author listens by telephone and may object once.</p>',
  },
  {
    title: 'Library Closed for Inventory',
    when: { day: 55 },
    at: 'reynoldsLibrary',
    by: ['readers'],
    categories: ['town'],
    tags: [],
    description:
      '<p>Once in three years we count every book. The returns slot stays open, the Main Branch keeps its hours, and the fish will be fed.</p>',
  },

  // —— Later ———————————————————————————————————————————————————————————————————————————————————————————————————
  {
    title: 'Clay, Kiln, Pizza',
    when: { day: 58, on: 'sat', time: ['15:00', '21:00'] },
    at: 'northRec',
    by: ['studios', 'kitchen'],
    categories: ['art', 'classes'],
    tags: ['hands-on', 'all ages', 'registration needed'],
    cost: '$28 - $36',
    ticketed: true,
    description:
      '<p>You throw a plate, we fire somebody else’s, and dinner is served on those from last time. The same brick oven does both jobs, though never at once.</p>',
  },
  {
    title: 'Small Press Night Market',
    when: { day: 60, on: 'fri', time: ['18:00', '23:00'] },
    at: 'courthouse',
    by: ['readers', 'studios'],
    categories: ['markets', 'words'],
    tags: ['open air', 'late night', 'free entry'],
    cost: 'Free',
    description:
      '<p>Zines, broadsides, a poem typed while you hold the umbrella. Thirty tables, two presses, and a booth where rejected manuscripts find each other.</p>',
  },
  {
    title: 'Organ Crawl: Three Churches, Three Pedals Stuck',
    when: { day: 63, on: 'sun', time: ['13:30', '17:00'] },
    by: ['chamber'],
    categories: ['classical', 'walks'],
    tags: ['drop-in', 'local history'],
    cost: 'Pay what you can',
    description:
      '<p>Twenty minutes of music in each of three downtown churches, with a walk between and a climb into one loft for who fits. Meeting point is mailed on the eve.</p>',
  },
  {
    title: 'How to Read a Rock Wall',
    when: { day: 65, time: ['17:30', '19:00'] },
    at: 'ebenFine',
    by: ['stars'],
    categories: ['science', 'walks'],
    tags: ['open air', 'all ages', 'limited seats'],
    cost: 'Free',
    description:
      '<p>Three hundred million years are stacked beside the climbing spot where you last said “nice view”. A geologist with a chalk bag points out the missing billion.</p>',
  },
  {
    title: 'All-Night Film: Five Westerns Nobody Asked For',
    when: { day: 66, on: 'sat', time: ['21:00', '06:30'] },
    at: 'boulderTheater',
    by: ['film'],
    categories: ['film'],
    tags: ['late night', 'sold by the door'],
    cost: '25',
    ticketed: true,
    description:
      '<p>One Italian, one East German, one with singing, one on roller skates, and one that is a surprise to the projectionist. Beans at three, pancakes at six.</p>',
  },
  {
    title: 'Repairing the Reading Lamp, Reading by It',
    when: { day: 69, time: ['18:00', '20:30'] },
    at: 'mainLibrary',
    by: ['repair', 'readers'],
    categories: ['repair', 'words'],
    tags: ['hands-on', 'drop-in', 'bring your own mug'],
    cost: 'Pay what you can',
    description:
      '<p>An hour of rewiring, an hour of silent reading under your own work. Whoever trips the fuse chooses the poem.</p>',
  },
  {
    title: 'Founders’ Letters: A Private View of the Archive',
    when: { day: 70, time: ['11:00', '12:00'] },
    at: 'museumOfBoulder',
    by: ['neighbors'],
    categories: ['town'],
    tags: ['local history', 'limited seats'],
    hide_from_listings: true,
    cost: '40',
    description:
      '<p>For patrons with the link: gloves on, twelve letters out of their boxes, among them the complaint about the first brass band.</p>',
  },
  {
    title: 'Tango on the Bandshell',
    when: { day: 72, on: 'fri', time: ['18:30', '21:30'] },
    at: 'bandshell',
    by: ['folk'],
    categories: ['dance'],
    tags: ['open air', 'first timers', 'free entry'],
    cost: 'Free - 10',
    description:
      '<p>Bandoneon, bass and a floor that has survived brass bands, ballet and one wedding of skateboarders. Free to watch; ten dollars for the lesson before sunset.</p>',
  },
  {
    title: 'Kimchi by the Bucket',
    when: { day: 74, on: 'sun', time: ['11:00', '15:00'] },
    at: 'eastCenter',
    by: ['kitchen', 'growers'],
    categories: ['classes'],
    tags: ['hands-on', 'limited seats', 'registration needed'],
    cost: '32',
    ticketed: true,
    description:
      '<p>Two hundred cabbages, one recipe per grandmother, three grandmothers. Bring a bucket with a lid that truly closes, and a car that is not your own.</p>',
  },
  {
    title: 'Open Studios',
    when: { day: 77, on: 'fri', span: 2 },
    by: ['studios'],
    categories: ['art'],
    tags: ['by bike', 'free entry', 'all ages'],
    cost: 'Free',
    featured: true,
    excerpt: '<p>Eighty-one doors with a yellow sign.</p>',
    description:
      '<p>Weavers, welders, a man who paints only gravel. Eighty-one doors carry a yellow sign from Friday to Sunday; ring twice at number forty, she wears headphones.</p>',
  },
  {
    title: 'Sketch-Ride Between the Studios',
    when: { day: 78, on: 'sat', time: ['10:00', '13:00'] },
    at: 'bmoca',
    by: ['wheels', 'studios'],
    categories: ['cycling', 'art'],
    tags: ['by bike', 'drop-in', 'free entry'],
    cost: 'Free',
    description:
      '<p>Six doors, nine miles, ten minutes of drawing at each stop. Clips for your sketchbook are welded to loan bikes, courtesy of the welders.</p>',
  },
  {
    title: 'Big Band, Small Stage',
    when: { day: 82, time: ['19:30', '22:00'] },
    at: 'foxTheatre',
    by: ['radio', 'folk'],
    categories: ['jazz', 'dance'],
    tags: ['sold by the door', 'all ages'],
    cost: '$15 - $20',
    ticketed: true,
    description:
      '<p>Seventeen players where nine fit: the trombones take turns. Charts from the Ellington book and one arrangement of a dial-up modem. Dancing is in the aisle and at your own risk.</p>',
  },
  {
    title: 'Meteor Watch with Thermos',
    when: { day: 84, time: ['23:00', '03:00'] },
    at: 'reservoir',
    by: ['stars'],
    categories: ['night-sky'],
    tags: ['late night', 'open air', 'bring your own mug'],
    cost: 'Free',
    description:
      '<p>Lie down, look north-east, give it twenty minutes. No telescopes tonight, and white flashlights will be sung at. If clouds win, we decide at nine and say so on the radio.</p>',
  },
  {
    title: 'Debate Night: Is a Burrito a Sandwich?',
    when: { day: 88, time: ['19:00', '20:30'] },
    at: 'etownHall',
    by: ['neighbors', 'kitchen'],
    categories: ['town', 'food'],
    tags: ['sign language', 'wheelchair access'],
    cost: '8',
    description:
      '<p>Two lawyers, one food historian, a jury of twelve cooks. The loser washes up. Last year’s ruling on soup is under appeal.</p>',
  },
  {
    title: 'Cello Maker’s Bench',
    status: 'draft',
    when: { day: 91, time: ['14:00', '16:00'] },
    at: 'museumOfBoulder',
    by: ['chamber'],
    categories: ['music', 'art'],
    tags: ['hands-on'],
    description: '<p>Waiting for her to say whether the varnish will be dry. Keep the room.</p>',
  },
  {
    title: 'Wheelchair Rugby: Come and Try',
    when: { day: 93, on: 'sat', time: ['13:00', '16:00'] },
    at: 'northRec',
    by: ['neighbors', 'wheels'],
    categories: ['town', 'family'],
    tags: ['wheelchair access', 'first timers', 'hands-on'],
    cost: 'Free',
    description:
      '<p>Twelve armored chairs, four coaches, and a noise that you feel in your teeth. Everyone over ten gets twenty minutes on court, helmet included.</p>',
  },
  {
    title: 'Half Marathon of Small Bridges',
    when: { day: 97, on: 'sun', time: ['07:30', '11:30'] },
    at: 'scottCarpenter',
    by: ['runners'],
    categories: ['running'],
    tags: ['registration needed', 'volunteers wanted', 'all ages'],
    cost: '$55 - $70',
    featured: true,
    ticketed: true,
    website: 'https://canyon-mouth.example/small-bridges',
    description:
      '<p>Thirteen miles on the creek paths and thirty-four bridges, each named by the volunteer who stands on it. The children’s mile starts when the last adult is out of sight.</p>',
  },
  {
    title: 'Cheese, Explained in Order of Smell',
    when: { day: 101, time: ['18:30', '20:30'] },
    at: 'teahouse',
    by: ['kitchen'],
    categories: ['food'],
    tags: ['limited seats', 'registration needed'],
    cost: '$38',
    ticketed: true,
    description:
      '<p>Nine cheeses, from shy to evicted, with teas that stand up to them. We open the windows after number seven.</p>',
  },
  {
    title: 'Choir Without Auditions',
    when: { day: 104, on: 'thu', time: ['18:30', '20:00'], again: [7, 14] },
    at: 'etownHall',
    by: ['chamber'],
    categories: ['classical', 'town'],
    tags: ['first timers', 'drop-in', 'weekly'],
    cost: 'Pay what you can',
    description:
      '<p>Three rehearsals, then one concert for whoever is on Spruce Street at that moment. If you were told at school to mouth the words, sit in front.</p>',
  },
  {
    title: 'Maps of Places That Moved',
    when: { day: 108, span: 9 },
    at: 'museumOfBoulder',
    by: ['studios', 'neighbors'],
    categories: ['art', 'town'],
    tags: ['local history', 'wheelchair access'],
    cost: '$6 - $10',
    description:
      '<p>A depot that was rolled across town, a creek that chose another bed, a mountain that two surveyors put in different counties. Maps, the letters about them, and a table to draw your own.</p>',
  },
  {
    title: 'Grant Writing for Puppeteers',
    status: 'draft',
    when: { day: 110, time: ['09:00', '12:00'] },
    by: ['puppets'],
    categories: ['puppetry'],
    tags: ['registration needed'],
    cost: 20,
    description: '<p>Room, date and any evidence that it works: to be confirmed by the puppets.</p>',
  },
  {
    title: 'Last Light Concert for Horns and Canyon',
    when: { day: 116, time: ['18:45', '19:45'] },
    at: 'ebenFine',
    by: ['chamber', 'folk'],
    categories: ['classical', 'outdoors'],
    tags: ['open air', 'all ages', 'free entry'],
    cost: 'Free',
    featured: true,
    description:
      '<p>Four alphorns on the south side, four on the north, and the creek in between, which does not keep time. Sit where you can hear both; leave when the bats take over.</p>',
  },
]
