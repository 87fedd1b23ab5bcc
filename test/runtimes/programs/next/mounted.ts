import { createEventsApi } from 'kalends'
import { toNextHandlers } from 'kalends/adapters/next'
import { memoryStorage } from 'kalends/storage/memory'

const { BASE_PATH = '' } = process.env

const api = createEventsApi(memoryStorage(), {
  basePath: `${BASE_PATH}/mounted`,
  authenticate: () => ({ id: 1, role: 'editor' }),
})

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(api, { basePath: BASE_PATH })
