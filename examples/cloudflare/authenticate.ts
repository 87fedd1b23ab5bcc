import { env } from 'cloudflare:workers'
import { ApiError, type Principal } from 'kalends'

/** Whoever sends the secret `TOKEN` is the editor; without that secret nobody is. */
export async function authenticate(request: Request): Promise<Principal | null> {
  const authorization = request.headers.get('authorization')
  if (authorization === null) return null // a visitor, who reads what is published
  if (env.TOKEN && (await isSame(authorization, `Bearer ${env.TOKEN}`))) return { id: 1, role: 'editor' }
  throw new ApiError('rest_invalid_credentials')
}

/** Takes equally long for every wrong text; hashes, because `timingSafeEqual` wants equal lengths. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
