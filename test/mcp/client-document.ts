/*
 * The document that a program publishes, in place of the network: the recipe of docs/agents.md with better-auth reads it.
 */

export const CLIENT = 'https://chat.example/client.json'
export const BACK = 'https://chat.example/back'

export const fetchClientMetadataResource = async (input: RequestInfo | URL): Promise<Response> => {
  const url = String(input)
  if (url !== CLIENT) return new Response(null, { status: 404 })
  return Response.json({
    ...{ client_id: CLIENT, client_name: 'Chat', redirect_uris: [BACK] },
    ...{ grant_types: ['authorization_code'], response_types: ['code'], token_endpoint_auth_method: 'none' },
  })
}
