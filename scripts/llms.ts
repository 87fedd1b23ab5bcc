import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'

/*
 * The documentation for programs that read it, as llmstxt.org describes: `llms.txt` lists the pages, and
 * `llms-full.txt` is all of them in one file. `npm run docs` writes the first one, the build the second one.
 */

/** A page, by its path from the root: its text. */
export type Pages = ReadonlyMap<string, string>

type Section = readonly [title: string, pages: Readonly<Record<string, string>>]

/** The order in which somebody reads who has never seen the project. A page that is not here comes last. */
const SECTIONS: readonly Section[] = [
  [
    'Begin',
    {
      'README.md': 'what it is, and a program to start from',
      'docs/README.md': 'all pages, and which page for whom',
      'docs/start.md': 'from a clone to an event on a phone; `kalends init`; a program of twenty lines',
      'docs/choose.md': 'what others do better, when to take them, and what it is not',
      'docs/glossary.md': 'what the words mean',
    },
  ],
  [
    'For editors',
    {
      'docs/editor.md': 'the page for those who fill the calendar',
      'docs/accessibility.md': 'WCAG 2.2, ATAG 2.0 and EN 301 549 for that page, with what tests show',
      'docs/recurrence.md': 'rules, exceptions, changes of one date or of all',
      'docs/event-status.md': 'whether an event takes place, and how lists, feeds and search engines say it',
      'docs/images.md': 'uploads, and where they are stored',
      'docs/suggestions.md': 'events that the public suggests, and what is kept of its senders',
      'docs/sources.md': 'calendars from elsewhere, which are read again and again',
      'docs/importing.md': 'iCalendar and CSV files, with a preview',
      'docs/revisions.md': 'what was there before, and going back',
      'docs/merging.md': 'one venue, organizer, category or tag of several',
    },
  ],
  [
    'In your app',
    {
      'docs/mounting.md': 'Node, Express, Fastify, Deno, Bun, Next.js, workers, proxies; options of the host',
      'docs/authentication.md': 'tokens, passwords, signed cookies, sessions',
      'docs/access.md': 'roles, and who may read and write what',
      'docs/recipes.md': 'better-auth, Auth.js, JWTs, server actions, scripts',
      'docs/client.md': 'a typed client for browsers, servers and calls in process',
      'docs/custom-fields.md': 'fields of your own, with the schemas of zod, valibot and others',
      'docs/changes.md': 'be told of changes: onChange, the journal, webhooks',
      'docs/tenants.md': 'a calendar for each tenant of one process',
      'docs/testing.md': 'test your app without a network',
      'docs/site.md': 'pages for visitors, made on the server and without scripts',
      'docs/embed.md': 'a list and a month as custom elements',
      'docs/views.md': 'FullCalendar and Schedule-X',
      'docs/feeds.md': 'iCalendar and RSS; how phones subscribe',
      'docs/agents.md': 'tools for assistants: the Model Context Protocol',
    },
  ],
  [
    'Operate',
    {
      'docs/storage.md': 'SQLite, PostgreSQL, MySQL, MariaDB, memory; migrations; a storage of your own',
      'docs/key-value.md': 'Redis, LMDB, Deno KV, Durable Objects',
      'docs/moving.md': 'the command: import from WordPress and files, export, copy, compare',
      'docs/operating.md': 'backup, upgrade, watch, purge',
      'docs/upgrading.md': 'from one version to the next',
      'docs/performance.md': 'what a request costs; several processes and machines',
      'docs/reliability.md': 'what is guaranteed when something fails',
      'docs/runtimes.md': 'what is tested on which runtime',
    },
  ],
  [
    'Reference',
    {
      'docs/routes.md': 'every route, field, filter and response',
      'docs/batch.md': '`POST /batch`, each alone or all as one commit',
      'docs/dates.md': 'which texts are dates, and what they mean',
      'docs/errors.md': 'every code, its status and meaning; what to repeat',
    },
  ],
  [
    // The name that llmstxt.org gives to what may be left out.
    'Optional',
    {
      'docs/architecture.md': 'for those who change the code',
      'docs/decisions.md': 'libraries and dependencies, and why',
    },
  ],
]

const SUMMARY =
  'An events calendar as a REST API (events, venues, organizers, categories, tags) that a TypeScript or JavaScript app mounts inside itself. `createEventsApi(storage, options)` returns `fetch(Request) → Response`.'

/** Sections with the pages that are there. A page of `docs/` that no section names is in one of its own. */
function sectionsOf(pages: Pages): Section[] {
  const named = new Set(SECTIONS.flatMap(([, notes]) => Object.keys(notes)))
  for (const page of named) {
    if (!pages.has(page)) throw new RangeError(`scripts/llms.ts names '${page}', which is not there`)
  }
  const others = [...pages.keys()].filter((page) => !named.has(page)).sort()
  if (others.length === 0) return [...SECTIONS]
  const more: Section = ['More', Object.fromEntries(others.map((page) => [page, '']))]
  return [...SECTIONS.slice(0, -1), more, ...SECTIONS.slice(-1)]
}

function titleOf(page: string, text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? []
  if (title === undefined) throw new RangeError(`${page} has no title`)
  return title
}

/** Each link of a page is one of the file in the root. What is in code stays as it is. */
function fromRoot(page: string, text: string): string {
  return text.replace(
    /^```[\s\S]*?^```$|`[^`\n]*`|(\]\()([^)\s]+)(\))/gm,
    (all: string, open: string | undefined, target: string, close: string) => {
      if (open === undefined || /^\w+:/.test(target)) return all
      const path = target.startsWith('#') ? `${page}${target}` : posix.join(posix.dirname(page), target)
      return `${open}${path}${close}`
    },
  )
}

/** The pages of a folder, which ends with a slash. */
export function readPages(root: string): Map<string, string> {
  const files = readdirSync(`${root}docs`, { recursive: true }).map((file) =>
    posix.join('docs', String(file).replaceAll('\\', '/')),
  )
  const pages = ['README.md', ...files.filter((file) => file.endsWith('.md')).sort()]
  return new Map(pages.map((page) => [page, readFileSync(`${root}${page}`, 'utf8')]))
}

/** Writes `llms-full.txt` beside the pages. */
export function writeWhole(root: string): void {
  writeFileSync(`${root}llms-full.txt`, llmsFiles(readPages(root)).whole)
}

/** `llms.txt` and `llms-full.txt`: their texts. */
export function llmsFiles(pages: Pages): { index: string; whole: string } {
  const sections = sectionsOf(pages)
  const textOf = (page: string): string => pages.get(page) ?? ''
  const lists = sections.map(([title, notes]) =>
    [
      `## ${title}\n`,
      ...Object.entries(notes).map(
        ([page, note]) => `- [${titleOf(page, textOf(page))}](${page})${note === '' ? '' : `: ${note}`}`,
      ),
    ].join('\n'),
  )
  const texts = sections
    .flatMap(([, notes]) => Object.keys(notes))
    .map((page) => `<!-- ${page} -->\n\n${fromRoot(page, textOf(page)).trim()}`)
  return {
    index: `# Kalends\n\n> ${SUMMARY}\n\nAll pages in one file: [llms-full.txt](llms-full.txt). A running API describes itself: \`GET {api}/doc\` is its OpenAPI 3.1 document. The type \`EventsApiOptions\` has every option with its units and defaults.\n\n${lists.join('\n\n')}\n`,
    whole: `> All pages of Kalends in one file, in the order of llms.txt. Before each page stands its path.\n\n${texts.join('\n\n')}\n`,
  }
}
