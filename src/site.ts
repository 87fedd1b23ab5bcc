export { createSite, type KalendsSite } from './apps/site/create-site.ts'
export type {
  LayoutParts,
  PageKind,
  PathWords,
  SiteApi,
  SiteLink,
  SiteOptions,
} from './apps/site/settings.ts'
export type { Texts } from './apps/site/texts.ts'
