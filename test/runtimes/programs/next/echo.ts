import { type NextHost, toNextHandlers } from 'kalends/adapters/next'

/** Says what the adapter tells an API. */
const echo = {
  async fetch({ url }: Request, { ip, params }: NextHost): Promise<Response> {
    return Response.json({ url, ip: ip ?? null, params: await params })
  },
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(echo, {
  basePath: process.env.BASE_PATH ?? '',
  trustProxy: process.env.TRUST_PROXY === 'yes',
})
