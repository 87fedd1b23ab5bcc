import { InvalidParams, type McpTool } from 'kalends/mcp'

/*
 * The tools that the conformance suite of the protocol asks for by name. Each does what its scenario describes; the
 * calendar has no use for them.
 */

type Fields = Readonly<Record<string, unknown>>

const text = (line: string) => ({ content: [{ type: 'text', text: line }] })
const NOTHING = { type: 'object', properties: {} } as const
/** The smallest pictures and sounds that are some. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const image = { type: 'image', data: PNG, mimeType: 'image/png' }

const ask = (message: string, properties: Fields) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  },
})
const sample = (line: string, maxTokens: number) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: line } }], maxTokens },
})
const roots = { method: 'roots/list', params: {} }
const asks = (inputRequests: Fields, requestState?: string) => ({
  resultType: 'input_required',
  inputRequests,
  ...(requestState !== undefined && { requestState }),
})
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A tool that asks once, and says what it was told. */
const asking = (
  name: string,
  inputRequests: Fields,
  answer: (responses: Fields) => string,
  state?: string,
): McpTool => ({
  name,
  description: 'Asks the client.',
  inputSchema: NOTHING,
  run: (_, { inputResponses, requestState }) => {
    const isAnswered = Object.keys(inputRequests).every((key) => isObject(inputResponses?.[key]))
    if (!isAnswered || (state !== undefined && requestState !== state)) return asks(inputRequests, state)
    return text(answer(inputResponses ?? {}))
  },
})

const NAME = ask('What is your name?', { name: { type: 'string' } })

export const conformanceTools: readonly McpTool[] = [
  {
    name: 'test_simple_text',
    description: 'Text.',
    inputSchema: NOTHING,
    run: () => text('This is a simple text response for testing.'),
  },
  {
    name: 'test_image_content',
    description: 'A picture.',
    inputSchema: NOTHING,
    run: () => ({ content: [image] }),
  },
  {
    name: 'test_audio_content',
    description: 'A sound.',
    inputSchema: NOTHING,
    run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    description: 'A resource.',
    inputSchema: NOTHING,
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'All of them.',
    inputSchema: NOTHING,
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  {
    name: 'test_error_handling',
    description: 'Fails.',
    inputSchema: NOTHING,
    run: () => {
      throw new Error('This tool intentionally returns an error for testing')
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Tells how far it is.',
    inputSchema: NOTHING,
    run: async (_, { progress }) => {
      for (const done of [0, 50, 100]) {
        progress(done, 100)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return text('Done.')
    },
  },
  {
    name: 'test_logging_tool',
    description: 'Writes no log.',
    inputSchema: NOTHING,
    run: () => text('Nothing is logged.'),
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Asks the client.',
    inputSchema: NOTHING,
    run: () => asks({ user_name: NAME }),
  },
  {
    name: 'test_missing_capability',
    description: 'Needs sampling.',
    inputSchema: NOTHING,
    run: () => asks({ answer: sample('Hello', 10) }),
  },
  asking(
    'test_input_required_result_elicitation',
    { user_name: NAME },
    ({ user_name }) => `Hello, ${JSON.stringify(user_name)}!`,
  ),
  asking(
    'test_input_required_result_sampling',
    { capital_question: sample('What is the capital of France?', 100) },
    ({ capital_question }) => JSON.stringify(capital_question),
  ),
  asking('test_input_required_result_list_roots', { client_roots: roots }, ({ client_roots }) =>
    JSON.stringify(client_roots),
  ),
  asking(
    'test_input_required_result_request_state',
    { confirm: ask('Please confirm', { ok: { type: 'boolean' } }) },
    () => 'state-ok',
    'state-1',
  ),
  asking(
    'test_input_required_result_multiple_inputs',
    { user_name: NAME, greeting: sample('Generate a greeting', 50), client_roots: roots },
    (responses) => JSON.stringify(responses),
    'state-1',
  ),
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice.',
    inputSchema: NOTHING,
    run: (_, { inputResponses, requestState }) => {
      if (isObject(inputResponses?.step2) && requestState === 'round-2')
        return text(JSON.stringify(inputResponses))
      if (isObject(inputResponses?.step1) && requestState === 'round-1')
        return asks(
          { step2: ask('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
          'round-2',
        )
      return asks({ step1: ask('Step 1: What is your name?', { name: { type: 'string' } }) }, 'round-1')
    },
  },
  {
    name: 'test_input_required_result_tampered_state',
    description: 'Checks its state.',
    inputSchema: NOTHING,
    run: (_, { inputResponses, requestState }) => {
      if (requestState === undefined)
        return asks({ confirm: ask('Please confirm', { ok: { type: 'boolean' } }) }, 'state.signed')
      if (requestState !== 'state.signed') throw new InvalidParams('requestState was changed.')
      return text(JSON.stringify(inputResponses))
    },
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks what the client can.',
    inputSchema: NOTHING,
    run: (_, { capabilities }) =>
      asks({
        ...('sampling' in capabilities && { greeting: sample('Generate a greeting', 50) }),
        ...('elicitation' in capabilities && { user_name: NAME }),
      }),
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Its schema is listed as it is.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => text('ok'),
  },
  {
    name: 'test_custom_header',
    description: 'Its argument stands in a header field, too.',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
    run: ({ region }) => text(String(region)),
  },
]
