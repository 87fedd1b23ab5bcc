import type { SiteOptions } from 'kalends/site'

/** A town: its name, its colour, its letters, its links. */
export const town: SiteOptions = {
  path: '/town',
  name: 'Lindow',
  accent: '#9c2f2f',
  fonts: 'Georgia, "Times New Roman", serif',
  radius: 2,
  links: [
    { label: 'Town hall', url: '/town/hall' },
    { label: 'Library', url: '/town/library' },
    { label: 'Visit', url: '/town/visit' },
  ],
  footer: 'The town of Lindow. Events are entered by the people who hold them.',
}
