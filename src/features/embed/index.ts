import type { Feature } from '../../core/feature.ts'
import { reads } from '../../core/routing.ts'

/** Serves the script of elements for pages. */
export const embed: Feature = {
  name: 'embed',
  options: { embed: 'boolean' },
  on: ({ embed: isOn }) =>
    isOn
      ? {
          routes: [
            {
              path: '/embed.js',
              after: '/batch',
              offers: [reads(async () => (await import('./endpoint.ts')).readEmbed)],
            },
          ],
        }
      : undefined,
}
