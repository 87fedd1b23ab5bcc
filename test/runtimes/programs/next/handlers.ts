import { toNextHandlers } from 'kalends/adapters/next'
import { after } from 'next/server'
import { createProgram } from '../calendars.ts'
import { openStorage } from './storages.ts'

const program = createProgram(openStorage(process.env))

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(program, {
  after,
  onError: program.onError,
})
