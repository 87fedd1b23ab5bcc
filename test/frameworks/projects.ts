/*
 * Projects as the starters of the frameworks make them, cut down to what a calendar touches. Several starters fetch a
 * template that no registry has, so all projects are written here. What `kalends init` says to add goes in at {import}
 * and {use}.
 */

export interface FrameworkProject {
  /** Installed at their newest versions; the first one gives the version in the table. */
  readonly packages: readonly string[]
  readonly files: Readonly<Record<string, string>>
  readonly manifest?: Readonly<Record<string, unknown>>
  /** Further flags of `npm install`: newest versions whose ranges do not fit together, and that work all the same. */
  readonly install?: readonly string[]
  readonly build?: string
  readonly serve: string
}

const LISTEN = 'Number(process.env.PORT)'

const strict = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    outDir: 'dist',
    rootDir: 'src',
  },
  include: ['src'],
})

const node = (packages: readonly string[], main: string): FrameworkProject => ({
  packages: [...packages, 'typescript@5.9', '@types/node'],
  manifest: { type: 'module' },
  files: { 'src/main.ts': main, 'tsconfig.json': strict },
  build: 'npx tsc',
  serve: 'node dist/main.js',
})

const vite = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    jsx: 'preserve',
    noEmit: true,
  },
})

export const PROJECTS: Readonly<Record<string, FrameworkProject>> = {
  node: { packages: [], files: {}, serve: 'npm run calendar' },
  express: node(
    ['express', '@types/express'],
    `import express from 'express'\n{import}\nconst app = express()\n{use}\napp.use(express.json())\napp.get('/', (_request, response) => void response.send('home'))\napp.listen(${LISTEN})\n`,
  ),
  fastify: node(
    ['fastify'],
    `import Fastify from 'fastify'\n{import}\nconst app = Fastify()\n{use}\napp.get('/', () => 'home')\nawait app.listen({ port: ${LISTEN} })\n`,
  ),
  koa: node(
    ['koa', '@types/koa'],
    `import Koa from 'koa'\n{import}\nconst app = new Koa()\n{use}\napp.use((ctx) => {\n  ctx.body = 'home'\n})\napp.listen(${LISTEN})\n`,
  ),
  hono: node(
    ['hono', '@hono/node-server'],
    `import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n{import}\nconst app = new Hono()\n{use}\napp.get('/', (c) => c.text('home'))\nserve({ fetch: app.fetch, port: ${LISTEN} })\n`,
  ),
  h3: node(
    ['h3'],
    `import { H3, serve } from 'h3'\n{import}\nconst app = new H3()\n{use}\napp.get('/', () => 'home')\nserve(app, { port: ${LISTEN} })\n`,
  ),
  elysia: {
    packages: ['elysia', 'typescript@5.9', '@types/bun'],
    manifest: { type: 'module' },
    files: {
      'src/main.ts': `import { Elysia } from 'elysia'\n{import}\nnew Elysia()\n{use}\n.get('/', () => 'home').listen(${LISTEN})\n`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'esnext',
          module: 'preserve',
          skipLibCheck: true,
          noEmit: true,
          types: ['bun'],
        },
        include: ['src'],
      }),
    },
    build: 'npx tsc',
    serve: 'bun src/main.ts',
  },
  bun: {
    packages: ['@types/bun'],
    files: { 'bunfig.toml': '' },
    serve: 'bun calendar-server.ts',
  },
  deno: {
    packages: ['deno'],
    files: { 'deno.json': '{ "nodeModulesDir": "manual" }\n' },
    serve: 'deno run --allow-net --allow-env --allow-read --allow-write calendar-server.ts',
  },
  nestjs: {
    packages: [
      '@nestjs/core',
      '@nestjs/common',
      '@nestjs/platform-express',
      'reflect-metadata',
      'rxjs',
      'typescript@5.9',
      '@types/node',
    ],
    files: {
      'src/main.ts': `import 'reflect-metadata'\nimport { NestFactory } from '@nestjs/core'\nimport { AppModule } from './app.module.js'\n{import}\nasync function bootstrap() {\n  const app = await NestFactory.create(AppModule)\n{use}\n  await app.listen(${LISTEN})\n}\nvoid bootstrap()\n`,
      'src/app.module.ts': `import { Module } from '@nestjs/common'\n\n@Module({})\nexport class AppModule {}\n`,
      'tsconfig.json': strict.replace(
        '"strict"',
        '"experimentalDecorators":true,"emitDecoratorMetadata":true,"strict"',
      ),
    },
    build: 'npx tsc',
    serve: 'node dist/main.js',
  },
  next: {
    packages: ['next', 'react', 'react-dom', 'typescript@5.9', '@types/node', '@types/react'],
    files: {
      'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>\n}\n`,
      'app/page.tsx': `export default function Page() {\n  return <p>home</p>\n}\n`,
      'next.config.ts': `import type { NextConfig } from 'next'\n\nconst config: NextConfig = {\n{use}\n}\n\nexport default config\n`,
      'tsconfig.json': vite,
    },
    build: 'npx next build',
    serve: 'npx next start',
  },
  nuxt: {
    packages: ['nuxt', 'vue'],
    files: {
      'app/app.vue': '<template><p>home</p></template>\n',
      'nuxt.config.ts': 'export default defineNuxtConfig({ telemetry: false })\n',
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./.nuxt/tsconfig.server.json" }] }\n',
    },
    build: 'npx nuxt build',
    serve: 'node .output/server/index.mjs',
  },
  sveltekit: {
    packages: [
      '@sveltejs/kit',
      '@sveltejs/adapter-node',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'vite',
      'typescript@6',
    ],
    manifest: { type: 'module' },
    files: {
      'src/app.html':
        '<!doctype html><html><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>\n',
      'src/core/routes/+page.svelte': '<p>home</p>\n',
      'vite.config.ts': `import adapter from '@sveltejs/adapter-node'\nimport { sveltekit } from '@sveltejs/kit/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] })\n`,
      'tsconfig.json': '{ "extends": "$app/tsconfig" }\n',
    },
    build: 'npx svelte-kit sync && npx vite build',
    serve: 'ORIGIN=http://127.0.0.1:$PORT node build/index.js',
  },
  astro: {
    packages: ['astro', '@astrojs/node', 'typescript@5.9'],
    manifest: { type: 'module' },
    files: {
      'src/pages/index.astro': '<p>home</p>\n',
      'astro.config.mjs': `import node from '@astrojs/node'\nimport { defineConfig } from 'astro/config'\n\nexport default defineConfig({ adapter: node({ mode: 'standalone' }) })\n`,
      'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }\n',
    },
    build: 'npx astro build',
    serve: 'node dist/server/entry.mjs',
  },
  'react-router': {
    packages: [
      'react-router@8.4.0',
      '@react-router/dev@8.4.0',
      '@react-router/node@8.4.0',
      '@react-router/serve@8.4.0',
      'isbot',
      'react',
      'react-dom',
      'vite',
      'typescript@5.9',
    ],
    manifest: { type: 'module' },
    files: {
      'app/root.tsx': `import { Outlet } from 'react-router'\n\nexport default function App() {\n  return <html lang="en"><body><Outlet /></body></html>\n}\n`,
      'app/routes/home.tsx': `export default function Home() {\n  return <p>home</p>\n}\n`,
      'app/routes.ts': `import { index, route, type RouteConfig } from '@react-router/dev/routes'\n\nexport default [index('routes/home.tsx'),\n{use}\n] satisfies RouteConfig\n`,
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [reactRouter()] })\n`,
      'tsconfig.json': vite.replace('"preserve"', '"react-jsx"'),
    },
    build: 'npx react-router build',
    serve: 'npx react-router-serve build/server/index.js',
  },
  tanstack: {
    packages: [
      '@tanstack/react-start',
      '@tanstack/react-router',
      '@vitejs/plugin-react',
      'srvx',
      'react',
      'react-dom',
      'vite',
      'typescript@5.9',
    ],
    manifest: { type: 'module' },
    files: {
      'src/router.tsx': `import { createRouter } from '@tanstack/react-router'\nimport { routeTree } from './routeTree.gen'\n\nexport const getRouter = () => createRouter({ routeTree })\n`,
      'src/core/routes/__root.tsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'\n\nexport const Route = createRootRoute({ component: () => (\n  <html lang="en"><head><HeadContent /></head><body><Outlet /><Scripts /></body></html>\n) })\n`,
      'src/core/routes/index.tsx': `import { createFileRoute } from '@tanstack/react-router'\n\nexport const Route = createFileRoute('/')({ component: () => <p>home</p> })\n`,
      'vite.config.ts': `import { tanstackStart } from '@tanstack/react-start/plugin/vite'\nimport react from '@vitejs/plugin-react'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [tanstackStart(), react()] })\n`,
      'tsconfig.json': vite,
    },
    build: 'npx vite build',
    serve: 'npx srvx --prod dist/server/server.js',
  },
  solidstart: {
    packages: ['@solidjs/start', '@solidjs/router', 'solid-js', 'srvx', 'vite', 'typescript@5.9'],
    manifest: { type: 'module' },
    files: {
      'src/app.tsx': `import { Router } from '@solidjs/router'\nimport { FileRoutes } from '@solidjs/start/router'\nimport { Suspense } from 'solid-js'\n\nexport default function App() {\n  return <Router root={(props) => <Suspense>{props.children}</Suspense>}><FileRoutes /></Router>\n}\n`,
      'src/entry-client.tsx': `import { mount, StartClient } from '@solidjs/start/client'\n\nmount(() => <StartClient />, document.getElementById('app')!)\n`,
      'src/entry-server.tsx': `import { createHandler, StartServer } from '@solidjs/start/server'\n\nexport default createHandler(() => <StartServer document={({ assets, children, scripts }) => (\n  <html lang="en"><head>{assets}</head><body><div id="app">{children}</div>{scripts}</body></html>\n)} />)\n`,
      'src/core/routes/index.tsx': `export default function Home() {\n  return <p>home</p>\n}\n`,
      'vite.config.ts': `import { solidStart } from '@solidjs/start/config'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [solidStart()] })\n`,
      'tsconfig.json': vite.replace('"jsx":"preserve"', '"jsx":"preserve","jsxImportSource":"solid-js"'),
    },
    build: 'npx vite build',
    serve: 'find dist .output -name *.*js | head -40 >&2; npx srvx --prod dist/server/entry-server.js',
  },
}
