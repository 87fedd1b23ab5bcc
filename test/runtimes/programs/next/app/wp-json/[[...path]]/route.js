// Not TypeScript: for that `next build` wants packages that are of no use here, and writes a tsconfig.json.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../../../handlers.ts'
