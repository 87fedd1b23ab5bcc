/* What describes the routes, in one chunk. Loaded with the first request for it: few clients read it. */

export { indexOf } from './index-document.ts'
export { openApi } from './openapi.ts'
