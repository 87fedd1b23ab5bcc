export { default } from '../default.tsx'
