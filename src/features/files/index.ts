import type { Feature } from '../../core/feature.ts'
import { creates } from '../../core/routing.ts'

/** Editors import files of events, venues and organizers. */
export const files: Feature = {
  name: 'import',
  isInMe: true,
  options: { import: 'boolean' },
  on: ({ import: isOn }) =>
    isOn
      ? {
          routes: [
            {
              path: '/import',
              after: '/batch',
              offers: [creates('others', async () => (await import('./endpoint.ts')).importFile)],
            },
          ],
        }
      : undefined,
}
