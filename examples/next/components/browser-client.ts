import { createClient } from 'kalends/client'
import { API_PATH } from '../lib/paths.ts'

/** The client for the browser: the same as on the server, over the mounted route; the cookie goes along by itself. */
export const client = createClient({ baseUrl: API_PATH })
