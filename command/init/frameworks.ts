/*
 * The frameworks that `kalends init` knows, as data: how to see that a project has one, and what to write. Text between
 * ‹ and › is for TypeScript only. {path} is the path of the calendar, {paths} a list of it and of that of the pages for
 * visitors, {module} what the route imports, {src} the folder `src/` if the project has one.
 */
import type { DatabaseName } from './databases.ts'

export interface FrameworkRow {
  readonly title: string
  /** Its page of the documentation, in docs/mounting/. */
  readonly page: string
  /** It is this one if the project has one of these packages, or else one of these files. */
  readonly packages: readonly string[]
  readonly markers?: readonly string[]
  /** `src/` begins the paths if the project has this folder in it. */
  readonly srcWith?: string
  /** The module with the calendar, without its ending. */
  readonly module: string
  /**
   * A file that imports `api` of the module; `imports` are those before that. `also`: the same file at another path. A
   * file whose path has {path} in it is written for the pages for visitors, too.
   */
  readonly route?: {
    readonly path: string
    readonly also?: string
    readonly imports?: readonly string[]
    readonly text: string
  }
  /** What the module has besides: its imports, and what follows. */
  readonly imports?: readonly string[]
  readonly handler?: string
  /** Lines that belong into a file of the project; `site`: those for the pages for visitors, at {site}. */
  readonly lines?: {
    readonly into: string
    readonly text: readonly string[]
    readonly site?: readonly string[]
  }
  /** What `authenticate` gets besides the request: a type of an adapter. */
  readonly host?: { readonly type: string; readonly from: string }
  /** Ending of imports of the module, where it has to be said. */
  readonly importEnding?: 'js' | 'ts' | 'mjs'
  /** The language, whatever the project has: a program that runs as it is written. */
  readonly language?: 'ts' | 'mjs'
  /** Database where the packages name none. */
  readonly database?: DatabaseName
  /** How the program reads its environment. */
  readonly environment?: 'workers' | 'deno'
  /** The project is a server of its own, so the pages for visitors are at its root. */
  readonly isServer?: true
  /** Where its server listens while one develops. */
  readonly port: number
  readonly script?: readonly [name: string, command: string]
  /** What to do by hand, unless a package has the name: `@astrojs/` is the beginning of several. */
  readonly steps?: readonly { readonly unless?: string; readonly text: string }[]
}

const NODE_LISTENER = [`import { toNodeListener } from 'kalends/adapters/node'`]

const NODE_HOST = { type: 'NodeHost', from: 'kalends/adapters/node' } as const

const MOUNTED_FIRST = `/** app.use(calendar), before what reads bodies. */
export const calendar = toNodeListener(api)
`

/** In this order: a framework stands before the servers that it is built on. */
export const FRAMEWORKS = {
  next: {
    title: 'Next.js',
    host: { type: 'NextHost', from: 'kalends/adapters/next' },
    page: 'next',
    packages: ['next'],
    srcWith: 'app',
    module: '{src}lib/calendar',
    route: {
      path: '{src}app{path}/[[...path]]/route',
      imports: [
        "import { toNextHandlers } from 'kalends/adapters/next'",
        "import { after } from 'next/server'",
      ],
      text: `export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(api, { after })
`,
    },
    // Addresses of pages end in a slash, and Next.js redirects those to the ones without: a circle.
    lines: { into: 'next.config', text: [], site: ['skipTrailingSlashRedirect: true,'] },
    port: 3000,
  },
  nuxt: {
    title: 'Nuxt',
    page: 'nuxt',
    packages: ['nuxt'],
    module: 'server/lib/calendar',
    route: {
      // A middleware: a route with a rest parameter does not get the path without a rest.
      path: 'server/middleware/calendar',
      text: `const paths = {paths}

export default defineEventHandler((event) => {
  const [path = ''] = event.path.split('?', 1)
  const isOfCalendar = paths.some((one) => path === one || path.startsWith(\`\${one}/\`))
  return isOfCalendar ? api.fetch(toWebRequest(event)) : undefined
})
`,
    },
    port: 3000,
  },
  sveltekit: {
    title: 'SvelteKit',
    page: 'sveltekit',
    packages: ['@sveltejs/kit'],
    module: 'src/lib/server/calendar',
    route: {
      path: 'src/routes{path}/[...path]/+server',
      text: `export const prerender = false
export const trailingSlash = 'ignore'
export const fallback = ({ request }‹: { request: Request }›) => api.fetch(request)
`,
    },
    port: 5173,
  },
  astro: {
    title: 'Astro',
    page: 'astro',
    packages: ['astro'],
    module: 'src/lib/calendar',
    route: {
      path: 'src/pages{path}/[...path]',
      text: `export const prerender = false
export const ALL = ({ request }‹: { request: Request }›) => api.fetch(request)
`,
    },
    port: 4321,
    steps: [{ unless: '@astrojs/node', text: 'npx astro add node, if no adapter of Astro is there yet' }],
  },
  'react-router': {
    title: 'React Router',
    page: 'react-router',
    packages: ['@react-router/dev'],
    module: 'app/lib/calendar.server',
    route: {
      path: 'app/routes/calendar-api',
      text: `export const loader = ({ request }‹: { request: Request }›) => api.fetch(request)
export const action = loader
`,
    },
    lines: {
      into: 'app/routes.ts',
      text: ["route('{path.relative}/*', 'routes/calendar-api.{ending}'),"],
      // Two routes of one file need an ID.
      site: ["route('{site.relative}/*', 'routes/calendar-api.{ending}', { id: 'calendar-pages' }),"],
    },
    port: 5173,
  },
  tanstack: {
    title: 'TanStack Start',
    page: 'tanstack',
    packages: ['@tanstack/react-start'],
    module: 'src/lib/calendar',
    route: {
      path: 'src/routes{path}/$',
      imports: ["import { createFileRoute } from '@tanstack/react-router'"],
      text: `export const Route = createFileRoute('{path}/$')({
  server: { handlers: { ANY: ({ request }) => api.fetch(request) } },
})
`,
    },
    port: 3000,
  },
  solidstart: {
    title: 'SolidStart',
    page: 'solidstart',
    packages: ['@solidjs/start'],
    module: 'src/lib/calendar',
    route: {
      path: 'src/routes{path}/[...path]',
      // A route with a rest parameter does not get the path without a rest.
      also: 'src/routes{path}/index',
      text: `export const GET = ({ request }‹: { request: Request }›) => api.fetch(request)
export const HEAD = GET
export const POST = GET
export const PUT = GET
export const PATCH = GET
export const DELETE = GET
export const OPTIONS = GET
`,
    },
    port: 3000,
  },
  nest: {
    title: 'NestJS',
    host: NODE_HOST,
    page: 'nestjs',
    packages: ['@nestjs/core'],
    module: '{src}calendar',
    imports: NODE_LISTENER,
    handler: MOUNTED_FIRST,
    importEnding: 'js',
    lines: {
      into: '{src}main.ts, before app.listen',
      text: ["import { calendar } from './{name}'", 'app.use(calendar)'],
    },
    port: 3000,
  },
  fastify: {
    title: 'Fastify',
    host: NODE_HOST,
    page: 'fastify',
    packages: ['fastify'],
    module: '{src}calendar',
    imports: [`‹import type { FastifyInstance } from 'fastify'›`, ...NODE_LISTENER],
    handler: `const listener = toNodeListener(api)

/** app.register(calendar). In its scope, bodies are left to the calendar. */
export async function calendar(app‹: FastifyInstance›)‹: Promise<void>› {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const path of {paths}.flatMap((base) => [base, \`\${base}/*\`])) {
    app.all(path, (request, reply) => {
      reply.hijack()
      listener(request.raw, reply.raw)
    })
  }
}
`,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", 'app.register(calendar)'],
    },
    port: 3000,
  },
  koa: {
    title: 'Koa',
    host: NODE_HOST,
    page: 'koa',
    packages: ['koa'],
    module: '{src}calendar',
    imports: [`‹import type { Context, Next } from 'koa'›`, ...NODE_LISTENER],
    handler: `const listener = toNodeListener(api)
const paths = {paths}

/** app.use(calendar), before what reads bodies. */
export async function calendar(ctx‹: Context›, next‹: Next›)‹: Promise<void>› {
  if (!paths.some((one) => ctx.path === one || ctx.path.startsWith(\`\${one}/\`))) return next()
  // The calendar writes the response itself.
  ctx.respond = false
  ctx.res.statusCode = 200
  listener(ctx.req, ctx.res)
}
`,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", 'app.use(calendar)'],
    },
    port: 3000,
  },
  express: {
    title: 'Express',
    host: NODE_HOST,
    page: 'express',
    packages: ['express'],
    module: '{src}calendar',
    imports: NODE_LISTENER,
    handler: MOUNTED_FIRST,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", 'app.use(calendar)'],
    },
    port: 3000,
  },
  elysia: {
    title: 'Elysia',
    page: 'elysia',
    packages: ['elysia'],
    module: '{src}calendar',
    imports: [`import { Elysia } from 'elysia'`],
    handler: `const answer = ({ request }‹: { request: Request }›) => api.fetch(request)

/** app.use(calendar). Bodies are left to the calendar. */
export const calendar = new Elysia()
for (const one of {paths})
  calendar.all(one, answer, { parse: 'none' }).all(\`\${one}/*\`, answer, { parse: 'none' })
`,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", '.use(calendar)'],
    },
    database: 'bun:sqlite',
    port: 3000,
  },
  hono: {
    title: 'Hono',
    page: 'hono',
    packages: ['hono'],
    module: '{src}calendar',
    imports: [`‹import type { Context } from 'hono'›`],
    handler: `export const calendar = (c‹: Context›) => api.fetch(c.req.raw)
`,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", "app.all('{path}/*', calendar)"],
      site: ["app.all('{site}/*', calendar)"],
    },
    port: 3000,
  },
  h3: {
    title: 'H3',
    page: 'h3',
    packages: ['h3'],
    module: '{src}calendar',
    handler: `export const calendar = ({ req }‹: { req: Request }›) => api.fetch(req)
`,
    lines: {
      into: 'the file that makes the app',
      text: ["import { calendar } from './{name}'", "app.all('{path}/**', calendar)"],
      site: ["app.all('{site}/**', calendar)"],
    },
    port: 3000,
  },
  cloudflare: {
    title: 'Cloudflare Workers',
    page: 'cloudflare',
    packages: ['wrangler', '@cloudflare/vite-plugin'],
    markers: ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'],
    module: '{src}calendar',
    lines: {
      into: 'the function fetch of the worker',
      text: [
        "import { api } from './{name}'",
        'const answer = await api.handle(request)',
        'if (answer) return answer',
      ],
    },
    database: 'd1',
    environment: 'workers',
    port: 8787,
  },
  deno: {
    title: 'Deno',
    host: { type: 'DenoHost', from: 'kalends/adapters/deno' },
    page: 'deno',
    isServer: true,
    packages: [],
    markers: ['deno.json', 'deno.jsonc', 'deno.lock'],
    module: 'calendar',
    route: {
      path: 'calendar-server',
      imports: ["import { toDenoHandler } from 'kalends/adapters/deno'"],
      text: `Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000) }, toDenoHandler(api))
`,
    },
    importEnding: 'ts',
    language: 'ts',
    environment: 'deno',
    port: 8000,
    steps: [
      { unless: 'kalends', text: 'deno add npm:kalends' },
      { text: 'deno run --allow-net --allow-env --allow-read --allow-write calendar-server.ts' },
    ],
  },
  bun: {
    title: 'Bun',
    host: { type: 'BunHost', from: 'kalends/adapters/bun' },
    page: 'bun',
    isServer: true,
    packages: ['@types/bun', 'bun-types'],
    markers: ['bun.lock', 'bun.lockb', 'bunfig.toml'],
    language: 'ts',
    module: 'calendar',
    route: {
      path: 'calendar-server',
      imports: ["import { toBunHandler } from 'kalends/adapters/bun'"],
      text: `Bun.serve({ port: process.env.PORT ?? 3000, fetch: toBunHandler(api) })
`,
    },
    database: 'bun:sqlite',
    port: 3000,
    script: ['calendar', 'bun calendar-server.ts'],
  },
  node: {
    title: 'Node',
    host: NODE_HOST,
    page: 'node',
    isServer: true,
    packages: [],
    module: 'calendar',
    route: {
      path: 'calendar-server',
      imports: [
        "import { createServer } from 'node:http'",
        "import { printGuide, toNodeListener } from 'kalends/adapters/node'",
      ],
      text: `const port = Number(process.env.PORT ?? 3000)
createServer(toNodeListener(api)).listen(port, () => printGuide(api, { origin: \`http://localhost:\${port}\` }))
`,
    },
    importEnding: 'mjs',
    language: 'mjs',
    port: 3000,
    script: ['calendar', 'node calendar-server.mjs'],
  },
} as const satisfies Readonly<Record<string, FrameworkRow>>

export type FrameworkName = keyof typeof FRAMEWORKS

export const frameworkRow = (name: FrameworkName): FrameworkRow => FRAMEWORKS[name]

export const isFrameworkName = (name: string): name is FrameworkName => Object.hasOwn(FRAMEWORKS, name)

export const frameworkNames = (): FrameworkName[] => Object.keys(FRAMEWORKS).filter(isFrameworkName)
