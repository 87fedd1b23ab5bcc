/*
 * The starters of frameworks that run from the package registry alone, pinned. Each makes the project that its users
 * begin with; `run.ts` prefers them to those of `projects.ts`. The starters of Nuxt, Astro, React Router, SolidStart and
 * Hono fetch a template from GitHub, so they are not here; Elysia, H3, Koa and Bun have none in the registry.
 */

export interface Starter {
  /** Makes the project in the folder `town`, which is not there. */
  readonly command: string
  /** Gives the version in the table. */
  readonly named: string
  /** Where the lines of `kalends init` go: before this text of the file. Its imports go to the top. */
  readonly lines?: { readonly file: string; readonly before: string; readonly app?: string }
  /** What its page in docs/mounting/ says to change before. */
  readonly files?: Readonly<Record<string, (text: string) => string>>
  readonly build?: string
  readonly serve: string
}

export const STARTERS: Readonly<Record<string, Starter>> = {
  next: {
    command:
      'npx --yes create-next-app@16.4.3 town --ts --app --src-dir --no-eslint --no-tailwind --no-import-alias --use-npm --skip-install --disable-git --yes',
    named: 'next',
    lines: { file: 'next.config.ts', before: '  /* config options here */' },
    // Its fonts come from Google.
    files: {
      'src/app/layout.tsx': (text) =>
        text
          .replace(/import \{.*\} from "next\/font\/google";/, '')
          .replace(/Geist(_Mono)?\(/g, '((_: object) => ({ variable: "" }))('),
    },
    build: 'npm run build',
    serve: 'npm start',
  },
  sveltekit: {
    command:
      'npx --yes sv@0.17.1 create town --template minimal --types ts --add "sveltekit-adapter=adapter:node" --no-install',
    named: '@sveltejs/kit',
    build: 'npm run build && npm run check',
    serve: 'ORIGIN=http://127.0.0.1:$PORT node build/index.js',
  },
  express: {
    command: 'npx --yes express-generator@4.16.1 town --no-view',
    named: 'express',
    lines: { file: 'app.js', before: 'app.use(express.json' },
    serve: 'npm start',
  },
  fastify: {
    command: 'npx --yes fastify-cli@8.0.2 generate town --lang=ts --esm',
    named: 'fastify',
    lines: { file: 'src/app.ts', before: '  // Do not touch', app: 'fastify' },
    // TypeScript 6, which it installs, asks for it: without, its own build fails.
    files: { 'tsconfig.json': (text) => text.replace('"outDir"', '"rootDir": "src", "outDir"') },
    build: 'npm run build:ts',
    serve: 'npx fastify start dist/app.js',
  },
  nestjs: {
    command: 'npx --yes @nestjs/cli@12.0.8 new town --skip-install --skip-git --package-manager npm --strict',
    named: '@nestjs/core',
    lines: { file: 'src/main.ts', before: '  await app.listen' },
    build: 'npm run build',
    serve: 'npm run start:prod',
  },
  tanstack: {
    command:
      'npx --yes @tanstack/cli@0.71.0 create town --no-install --no-git -y || test -f town/package.json',
    named: '@tanstack/react-start',
    build: 'npm run build',
    serve: 'npx --yes srvx@latest --prod dist/server/server.js',
  },
  cloudflare: {
    command:
      'npx --yes create-cloudflare@2.74.0 town --type hello-world --lang ts --no-deploy --no-git --no-open --accept-defaults',
    named: 'wrangler',
    lines: { file: 'src/index.ts', before: '\t\treturn new Response' },
    // In place of `wrangler d1 create`, which needs an account: a database of this machine.
    files: {
      'wrangler.jsonc': (text) =>
        text.replace('"observability"', '"d1_databases": [{ "binding": "DB" }],\n\t"observability"'),
    },
    build: 'npx wrangler types && npx tsc --noEmit',
    serve: 'npx wrangler dev --port $PORT --ip 127.0.0.1 --var KALENDS_TOKEN:$KALENDS_TOKEN',
  },
}
