import { toNextHandlers } from 'kalends/adapters/next'
import { after } from 'next/server'
import { api } from '../../../lib/api.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(api, { after })
