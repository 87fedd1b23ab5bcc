import type { Links } from '../present/links.ts'
import type { Route } from '../routes/route.ts'
import type { Site } from '../site.ts'

export function openApi(_routes: readonly Route[], _site: Site, _links: Links) {
  return { openapi: '3.1.0' }
}
