import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { type Host, here, installed, named } from './host.ts'
import { bun } from './hosts/bun.ts'
import { deno } from './hosts/deno.ts'
import { node24 } from './hosts/node24.ts'
import { workerd } from './hosts/workerd.ts'

/*
 * The endpoint for assistants, as others see it: the conformance suite of the protocol, with the tools that it asks for,
 * and the client of its SDK. The suite needs Node 22.
 */

const PATH = '/wp-json/tribe/events/v1/mcp'
const run = promisify(execFile)

/** What must pass by name; the suite fails for all else that is not in the baseline. */
const PASSES: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': words(`
    server-stateless tools-list caching dns-rebinding-protection http-header-validation server-sse-multiple-streams
    resources-list prompts-list sep-2164-resource-not-found json-schema-2020-12 http-custom-header-server-validation
    tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
    tools-call-error tools-call-with-progress
    input-required-result-basic-elicitation input-required-result-basic-sampling input-required-result-basic-list-roots
    input-required-result-request-state input-required-result-multiple-input-requests input-required-result-multi-round
    input-required-result-missing-input-response input-required-result-result-type
    input-required-result-unsupported-methods input-required-result-tampered-state
    input-required-result-capability-check input-required-result-ignore-extra-params
    input-required-result-validate-input
  `),
  '2025-11-25': words(`
    server-initialize ping tools-list dns-rebinding-protection resources-list prompts-list json-schema-2020-12
    tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
    tools-call-error tools-call-with-progress
  `),
}

describe('the conformance suite', () => {
  let host: Host
  beforeAll(async () => {
    host = await node24.start('memory')
  })
  afterAll(() => host?.stop())

  test.each(Object.entries(PASSES))('of revision %s', { timeout: 180_000 }, async (revision, passes) => {
    const suite = installed('@modelcontextprotocol/conformance/dist/index.js')
    const baseline = `${here}mcp-baseline-${revision}.yml`
    // It takes a name of this machine alone, and its checks of requests from elsewhere are about names.
    const url = `http://localhost:${host.port}${PATH}`
    const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline]
    // Exits with 1 for a failure that the baseline does not name, and for a name in it that passes.
    const { stdout } = await run(installed('node24/bin/node'), [suite, ...args], { maxBuffer: 2 ** 26 })
    const passed = Array.from(stdout.matchAll(/^✓ ([\w-]+): \d+ passed, 0 failed/gm), ([, name]) => name)
    expect(passes.filter((name) => !passed.includes(name))).toEqual([])
  })
})

describe.each(named([node24, bun, deno, workerd]))('the client of the SDK, with %s', (_, runtime) => {
  let host: Host
  beforeAll(async () => {
    host = await runtime.start(runtime.storages[0] ?? 'memory')
  })
  afterAll(() => host?.stop())

  test.each([
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const],
    ['2025-11-25', {}],
  ])('finds what it has created, in revision %s', async (revision, options) => {
    const client = new Client({ name: 'test', version: '1' }, options)
    const headers = { 'x-user': 'editor', 'x-calendar': `mcp_${revision.replaceAll('-', '_')}` }
    const transport = new StreamableHTTPClientTransport(new URL(`${host.origin}${PATH}`), {
      requestInit: { headers },
    })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.slice(0, 9).map(({ name }) => name)).toEqual([
      ...[
        'find_events',
        'get_event',
        'find_places',
        'find_organizers',
        'list_categories',
        'describe_calendar',
      ],
      ...['create_event', 'update_event', 'delete_event'],
    ])
    const times = { start_date: '2027-03-06 19:00', end_date: '2027-03-06 21:00' }
    const created = await client.callTool({ name: 'create_event', arguments: { title: 'Choir', ...times } })
    expect(created.structuredContent).toMatchObject({ written: true, event: { title: 'Choir' } })
    const found = await client.callTool({ name: 'find_events', arguments: { when: 'this weekend' } })
    expect(found.structuredContent).toMatchObject({ total: 1, events: [{ title: 'Choir' }] })
    const told: number[] = []
    await client.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: ({ progress }) => told.push(progress) },
    )
    expect(told).toEqual([0, 50, 100])
    await client.close()
  })
})
