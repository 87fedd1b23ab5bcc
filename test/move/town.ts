/*
 * A small site, invented, as a WordPress site with The Events Calendar shows it: in the format that `serve.mjs` replays.
 */

const ORIGIN = 'http://site.example'
const ZONE = 'Europe/Berlin'

const api = (path: string) => `${ORIGIN}/wp-json/tribe/events/v1/${path}`
/** Texts as the old site shows them. */
const shown = (raw: string) =>
  raw === ''
    ? ''
    : raw
        .split('\n\n')
        .map((part) => `<p>${part.replace(/ & /g, ' &#038; ').replace(/'/g, '&#8217;')}</p>`)
        .join('\n')
const title = (raw: string) => raw.replace(/ & /g, ' &#038; ').replace(/'/g, '&#8217;')

const post = (id: number, slug: string, { status = 'publish', day = 1 } = {}) => {
  const isDraft = status === 'draft'
  const date = `2031-01-0${day}`
  return {
    id,
    author: '3',
    status,
    date: `${date} 10:00:00`,
    date_utc: isDraft ? '0000-00-00 00:00:00' : `${date} 09:00:00`,
    modified: '2031-01-09 12:00:00',
    modified_utc: isDraft ? '0000-00-00 00:00:00' : '2031-01-09 11:00:00',
    slug,
    global_id: `site.example?id=${id}`,
    global_id_lineage: [`site.example?id=${id}`],
  }
}

const editOf = (
  type: string,
  body: ReturnType<typeof post>,
  raw: { title: string; text: string; password?: string },
) => ({
  id: body.id,
  date: body.date.replace(' ', 'T'),
  date_gmt: body.date.replace('10:', '09:').replace(' ', 'T'),
  modified: body.modified.replace(' ', 'T'),
  modified_gmt: '2031-01-09T11:00:00',
  password: raw.password ?? '',
  slug: body.slug,
  status: body.status,
  type,
  link: `${ORIGIN}/?p=${body.id}`,
  title: { raw: raw.title, rendered: title(raw.title) },
  content: { raw: raw.text, rendered: shown(raw.text), protected: false },
  excerpt: { raw: '', rendered: '', protected: false },
  author: 3,
  meta: { footnotes: '' },
  tags: [],
  tribe_events_cat: [],
})

const refusal = (code: string) => [403, { code, message: 'Not accessible', data: { status: 403 } }]

function linked(kind: 'venue' | 'organizer', id: number, name: string, slug: string, fields: object) {
  const body = {
    ...post(id, slug),
    url: `${ORIGIN}/${kind}/${slug}/`,
    [kind]: title(name),
    ...fields,
    ...(kind === 'venue' ? { show_map: true, show_map_link: true } : {}),
  }
  const edit = editOf(`tribe_${kind}`, post(id, slug), { title: name, text: '' })
  return { id, v1: { anon: [200, body] }, wp: { anon: [200, edit], edit: [200, edit] }, body }
}

function term(kind: 'categories' | 'tags', id: number, name: string, slug: string, parent = 0) {
  const taxonomy = kind === 'tags' ? 'post_tag' : 'tribe_events_cat'
  const urls = {
    self: api(`${kind}/${id}`),
    collection: api(kind),
    ...(parent ? { up: api(`${kind}/${parent}`) } : {}),
  }
  const own = { id, count: 1, description: '', name: title(name), slug, taxonomy }
  const body = {
    ...own,
    ...(kind === 'tags' ? {} : { parent }),
    meta: [],
    url: `${ORIGIN}/${kind === 'tags' ? 'tag' : 'events/category'}/${parent ? 'music/' : ''}${slug}/`,
    urls,
  }
  const wp = { ...own, parent, link: body.url }
  return {
    id,
    v1: { anon: [200, body] },
    list: { anon: body },
    wp: { anon: [200, wp], edit: [200, wp] },
    embedded: { ...own, parent, urls },
  }
}

const details = (wall: string) => {
  const [year, month, day, hour, minutes, seconds] = wall.split(/[- :]/)
  return { year, month, day, hour, minutes, seconds }
}

interface Planned {
  id: number
  name: string
  slug: string
  day: number
  text?: string
  status?: string
  password?: string
  fields?: object
}

function event({ id, name, slug, day, text = '', status = 'publish', password = '', fields = {} }: Planned) {
  const start = `2031-06-0${day} 19:00:00`
  const end = `2031-06-0${day} 21:00:00`
  const [utcStart, utcEnd] = [start.replace('19', '17'), end.replace('21:', '19:')]
  const address = /publish|private/.test(status)
    ? `${ORIGIN}/event/${slug}/`
    : `${ORIGIN}/?post_type=tribe_events&p=${id}`
  const own = {
    ...post(id, slug, { status, day }),
    url: address,
    rest_url: api(`events/${id}`),
    title: title(name),
    description: shown(text),
    excerpt: '',
    image: false,
    all_day: false,
    start_date: start,
    start_date_details: details(start),
    end_date: end,
    end_date_details: details(end),
    utc_start_date: utcStart,
    utc_start_date_details: details(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: details(utcEnd),
    timezone: ZONE,
    timezone_abbr: 'CEST',
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    website: address,
    show_map: true,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    custom_fields: [],
    ...fields,
  }
  const blank = {
    ...own,
    ...{ description: '', all_day: null, website: '', show_map: null, show_map_link: null },
    ...{ hide_from_listings: null, sticky: null, featured: null },
  }
  const edit = editOf('tribe_events', post(id, slug, { status, day }), { title: name, text, password })
  const isOpen = status === 'publish' && password === ''
  const code = password === '' ? 'event-not-accessible' : 'event-password-protected'
  return {
    id,
    v1: {
      anon: isOpen ? [200, own] : refusal(code),
      ...(password === '' ? (isOpen ? {} : { admin: [200, own] }) : { full: [200, own] }),
    },
    ...(password === '' ? {} : { list: { anon: blank, admin: blank } }),
    wp: {
      // One with a password is there, without its texts.
      anon: isOpen
        ? [200, edit]
        : password !== '' && status === 'publish'
          ? [
              200,
              {
                ...edit,
                content: { rendered: '', protected: true },
                excerpt: { rendered: '', protected: true },
              },
            ]
          : refusal('rest_forbidden'),
      edit: [200, edit],
    },
    tec: edit,
  }
}

const missing = (code: string) => [404, { code, message: 'Not found', data: { status: 404 } }]

/** A fresh copy each time: replays change it. */
export function town(): unknown {
  const venues = [
    linked('venue', 20, "The Miller's Barn", 'millers-barn', { address: '1 Mill Lane', city: 'Ahle' }),
    linked('venue', 21, 'Quay 4', 'quay-4', { website: 'http://quay.example/?a=1&#038;b=2' }),
  ]
  const organizers = [
    linked('organizer', 22, 'Town & Country', 'town-country', { email: 'post@town.example' }),
  ]
  const categories = [
    term('categories', 2, 'Music', 'music'),
    term('categories', 3, 'Jazz & Blues', 'jazz-blues', 2),
  ]
  const tags = [term('tags', 4, 'Open air', 'open-air')]
  const [barn, quay] = venues.map(({ body }) => body)
  const image = {
    ...{
      url: `${ORIGIN}/wp-content/uploads/barn.png`,
      id: 40,
      extension: 'png',
      width: 200,
      height: 120,
      filesize: 413,
    },
    sizes: {
      medium: {
        width: 100,
        height: 60,
        'mime-type': 'image/png',
        url: `${ORIGIN}/wp-content/uploads/barn-100.png`,
      },
    },
  }
  const cost = (text: string, values: string[]) => ({
    cost: text,
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values },
  })
  const events = [
    event({
      ...{ id: 30, name: "Rock & Roll at the Miller's", slug: 'rock-roll', day: 1 },
      text: "One night.\n\nBring a friend's chair.",
      fields: {
        ...{ venue: barn, organizer: organizers.map(({ body }) => body), image, featured: true },
        ...{
          categories: categories.map(({ embedded }) => embedded),
          tags: tags.map(({ embedded }) => embedded),
        },
        ...cost('$10 &#8211; $25', ['10', '25']),
      },
    }),
    event({
      id: 31,
      name: 'Walk',
      slug: 'walk',
      day: 2,
      fields: { venue: [barn, quay], ...cost('Donation', ['donation']) },
    }),
    event({ id: 32, name: 'Hidden dinner', slug: 'dinner', day: 3, fields: { hide_from_listings: true } }),
    event({ id: 33, name: 'Members', slug: 'members', day: 4, text: 'For us.', password: 'sesame' }),
    event({ id: 34, name: 'Not yet', slug: 'not-yet', day: 5, status: 'draft' }),
    event({ id: 35, name: 'Cancelled', slug: 'cancelled__trashed', day: 6, status: 'trash' }),
    event({ id: 36, name: 'Board', slug: 'board', day: 7, status: 'private' }),
  ]
  const index = {
    ...{ name: 'Ahle', url: ORIGIN, home: ORIGIN, gmt_offset: 1, timezone_string: ZONE },
    namespaces: ['tribe/events/v1', 'tec/v1', 'wp/v2'],
  }
  const kinds = ['events', 'venues', 'organizers', 'categories', 'tags']
  const types = ['tribe_events', 'tribe_venue', 'tribe_organizer']
  return {
    ...{
      recorded_at: '2031-02-01T12:00:00Z',
      origin: ORIGIN,
      timezone: ZONE,
      user: 'admin',
      users: ['admin'],
    },
    eea:
      'I understand that this endpoint is experimental and may change in a future release without maintaining backward ' +
      'compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.',
    pages: { '/wp-json': { anon: [200, index] } },
    texts: {
      '/': {
        status: 200,
        headers: { link: `<${ORIGIN}/wp-json/>; rel="https://api.w.org/"` },
        body: '<html></html>',
      },
      '/no-such-page/': { status: 404, headers: {}, body: '' },
    },
    files: {},
    probes: {
      route: missing('rest_no_route'),
      invalid_username: [401, { code: 'invalid_username', message: 'Unknown user', data: { status: 401 } }],
      incorrect_password: [401, { code: 'incorrect_password', message: 'Wrong', data: { status: 401 } }],
      'tec events header': [400, { code: 'missing_experimental_endpoint_acknowledgement' }],
      'tec events page': missing('tec_rest_organizers_page_not_found'),
      'v1 events unknown': missing('event-not-found'),
      ...Object.fromEntries(kinds.map((kind) => [`v1 ${kind} other`, missing('not-found')])),
      ...Object.fromEntries(
        kinds.map((kind) => [`v1 ${kind} page`, missing('event-archive-page-not-found')]),
      ),
      ...Object.fromEntries(types.map((type) => [`wp ${type} unknown`, missing('rest_post_invalid_id')])),
    },
    ...{ events, venues, organizers, categories, tags },
    ...{ wp_media: [], wp_users: [], wp_posts: [], wp_pages: [], wp_categories: [] },
  }
}
