import { join } from 'node:path'
import type { NextConfig } from 'next'

// The library is linked from two folders up, and the sample data lies beside this example: both are below this root.
const root = join(import.meta.dirname, '../..')

const config: NextConfig = {
  turbopack: { root },
  outputFileTracingRoot: root,
  poweredByHeader: false,
  // Links of the interface end in a slash; Next would redirect those who follow them.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    {
      // What the API answers has headers of its own.
      source: '/((?!api/).*)',
      headers: [
        // The session cookie is worth something: no other site may show these pages in a frame, or take their forms.
        {
          key: 'Content-Security-Policy',
          value: "base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
        },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
        { key: 'X-Content-Type-Options', value: 'nosniff' },
      ],
    },
  ],
}

export default config
