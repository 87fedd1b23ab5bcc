export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from '../../../echo.ts'
