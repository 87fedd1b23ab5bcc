import { createEventsApi } from 'kalends'
import { type ImportReport, importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { shortcodesIn, writtenHtml } from '../../src/move/wordpress/old-shortcodes.ts'
import { event, json, type Row, SITE, smallSite } from './small-site.ts'

/* Texts with words for the old site: captions become figures, what the site follows is what it shows, the rest is told. */

const sleep = async () => {}
const PICTURE = '<img src="https://town.example/a.jpg" alt="Fair">'

/** An event as editors see it: what is written, and what the site makes of it. */
const editOf = (raw: string, rendered: string | undefined, fields: Row = {}): Row => ({
  ...{ id: 7, password: '', excerpt: { raw: '', rendered: '' }, ...fields },
  content: { raw, ...(rendered !== undefined && { rendered }) },
})

async function bring(
  row: Row,
  edit?: Row,
  storage = memoryStorage(),
): Promise<{ report: ImportReport; shown: Row; storage: typeof storage }> {
  const site = smallSite({ events: [row] }, ({ pathname }) =>
    pathname === '/wp-json/wp/v2/tribe_events/7' && edit !== undefined ? json(edit) : undefined,
  )
  const as = edit === undefined ? {} : { user: 'admin', password: 'secret' }
  const report = await importSite(storage, { url: SITE, fetch: site.fetch, sleep, ...as })
  const api = createEventsApi(storage, { baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1' })
  const shown: unknown = await (
    await api.fetch(new Request(`${SITE}/wp-json/tribe/events/v1/events/7`))
  ).json()
  return { report, shown: Object(shown), storage }
}

const describedBy = async (raw: string, rendered: string | undefined, description = rendered ?? '') => {
  const { report, shown } = await bring(event(7, { description }), editOf(raw, rendered))
  return { text: shown.description, notes: report.notes }
}

const shortcode = (detail: string) => ({ kind: 'event', id: 7, reason: 'shortcode', detail })

describe('captions become figures', () => {
  test.each([
    [
      `[caption id="attachment_6" align="alignnone" width="300"]${PICTURE} The fair[/caption]`,
      `<figure>${PICTURE}<figcaption>The fair</figcaption></figure>`,
    ],
    [
      `[caption width="300"]<a href="https://town.example/">${PICTURE}</a> By <em>Ann</em>[/caption]`,
      `<figure><a href="https://town.example/">${PICTURE}</a><figcaption>By <em>Ann</em></figcaption></figure>`,
    ],
    [
      `[wp_caption caption='The "fair"']${PICTURE}[/wp_caption]`,
      `<figure>${PICTURE}<figcaption>The "fair"</figcaption></figure>`,
    ],
    [`[CAPTION]${PICTURE}[/CAPTION]`, `<figure>${PICTURE}</figure>`],
    [
      `Come\nall.\n\n[caption]${PICTURE} One[/caption]\n\nBring a friend.\n\nOr two.`,
      `<p>Come<br>all.</p>\n<figure>${PICTURE}<figcaption>One</figcaption></figure>\n<p>Bring a friend.</p>\n<p>Or two.</p>`,
    ],
    ['[caption]No picture[/caption]', 'No picture'],
  ])('%s', async (raw, expected) => {
    expect(await describedBy(raw, '<div class="wp-caption">as the theme shows it</div>')).toEqual({
      text: expected,
      notes: [],
    })
  })

  test('one without an end is what the site makes of it', async () => {
    expect(await describedBy(`A [caption]${PICTURE} B`, `<p>A ${PICTURE} B</p>`)).toEqual({
      text: `<p>A ${PICTURE} B</p>`,
      notes: [],
    })
  })
})

describe('what the site follows is what it shows, cleaned', () => {
  test.each([
    ['Before [gallery ids="1,2"] after', '<p>Before <b>G</b><script>x</script> after</p>'],
    ['[tribe_list]', '<ul><li>One</li></ul>'],
    ['[[gallery]] is a word', '<p>[gallery] is a word</p>'],
    ['A <!-- wp:block {"ref":5} /--> B', '<p>A</p><p>Shared</p><p>B</p>'],
    ['<!-- wp:shortcode -->[list n="1"]<!-- /wp:shortcode -->', '<p>One</p>'],
    ['[note]A[/note] B', '<p>A B</p>'],
  ])('%s', async (raw, rendered) => {
    const { text } = await describedBy(raw, rendered)
    expect(text).toBe(rendered.replace('<script>x</script>', ''))
  })

  test('also of an excerpt, and without the edit view’s own rendering', async () => {
    const edit = editOf('[list n="1"] here', undefined, {
      excerpt: { raw: 'See [list n="2"]', rendered: '<p>See Two</p>' },
    })
    const { shown } = await bring(event(7, { description: '<p>One here</p>', excerpt: 'not this' }), edit)
    expect(shown).toMatchObject({ description: '<p>One here</p>', excerpt: '<p>See Two</p>' })
  })

  test('a link is kept where the site shows a player', async () => {
    expect(
      await describedBy('[embed width="9"]https://video.example/a?b=1&c=2[/embed]', '<iframe></iframe>'),
    ).toEqual({
      text: '<p><a href="https://video.example/a?b=1&amp;c=2">https://video.example/a?b=1&amp;c=2</a></p>',
      notes: [],
    })
  })

  test.each([
    ['words in brackets', 'Entry [free], [sold out] at 9', '<p>Entry [free], [sold out] at 9</p>'],
    ['a block of the plugin', '<!-- wp:tribe/event-links /--><p>It&#8217;s</p>', '<p>It’s</p>'],
  ])('%s need no site', async (_, raw, rendered) => {
    const { text, notes } = await describedBy(raw, `${rendered}<p>Shared by 3</p>`)
    expect(text).not.toContain('Shared')
    expect(notes).toEqual([])
  })

  test('what it shows nothing of to this user stays as it is written', async () => {
    const { text, notes } = await describedBy('Welcome, [members_only level="2"]friends[/members_only]', '')
    expect(text).toContain('friends')
    expect(notes).toEqual([shortcode('members_only')])
  })
})

describe('what remains is told', () => {
  test('once for each name', async () => {
    const raw = 'A [contact-form id="1"] [contact-form id="2"] [vc_row]B[/vc_row] [box]C[/box]'
    const { notes } = await describedBy(raw, `<p>${raw}</p>`)
    expect(notes).toEqual(['contact-form', 'vc_row', 'box'].map(shortcode))
  })

  test('to a visitor, too', async () => {
    const { report } = await bring(event(7, { description: '<p>[contact-form id=&#8221;1&#8221;]</p>' }))
    expect(report.notes).toEqual([shortcode('contact-form')])
  })

  test('again by the next import, until the site follows it: then its text comes', async () => {
    const storage = memoryStorage()
    const raw = '[list n="1"]'
    const row = event(7, { description: raw })
    await bring(row, editOf(raw, raw), storage)
    const again = await bring(row, editOf(raw, raw), storage)
    expect(again.report.kinds.event).toMatchObject({ unchanged: 1 })
    expect(again.report.notes).toEqual([shortcode('list')])
    const later = await bring(row, editOf(raw, '<p>One</p>'), storage)
    expect(later.report).toMatchObject({ kinds: { event: { updated: 1 } }, notes: [] })
    expect(later.shown.description).toBe('<p>One</p>')
  })

  test('at most 20 of one text', () => {
    const text = Array.from({ length: 50 }, (_, at) => `[form_${at}]`).join('')
    expect(shortcodesIn(text)).toHaveLength(20)
  })
})

test('texts without ends are read once', () => {
  const many = 200_000
  for (const piece of ['[caption]', '[a ', '[[', '[/x', '<!-- wp:a ', '[caption a=', '[embed]<img ', '<a ']) {
    const text = piece.repeat(many)
    expect(writtenHtml(text, text).length).toBeGreaterThan(0)
    expect(writtenHtml(`[caption]${text}[/caption]`, undefined).length).toBeGreaterThan(0)
  }
})
