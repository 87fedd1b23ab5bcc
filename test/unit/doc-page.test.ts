import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { curlOf, type Filled, prepare } from '../../src/core/docs-page/browser/request.ts'

describe('a request that is tried', () => {
  const filled: Filled = {
    method: 'PATCH',
    path: '/events/by-slug/{slug}',
    fields: [
      { name: 'slug', place: 'path', value: "it's $& /ü" },
      { name: 'search', place: 'query', value: 'a&b=c' },
      { name: 'page', place: 'query', value: '' },
    ],
    authorization: "Bearer o'clock",
    body: '@{"title": "It\'s `now` $HOME"}',
  }

  test('has what was filled in, and leaves out what is empty', () => {
    expect(prepare('http://localhost/v1', filled)).toEqual({
      url: "http://localhost/v1/events/by-slug/it's%20%24%26%20%2F%C3%BC?search=a%26b%3Dc",
      method: 'PATCH',
      headers: {
        Accept: 'application/json',
        Authorization: "Bearer o'clock",
        'Content-Type': 'application/json',
      },
      body: filled.body,
    })
    expect(
      prepare('http://localhost/v1', {
        method: 'GET',
        path: '/tags',
        fields: [],
        authorization: '',
        body: '',
      }),
    ).toEqual({ url: 'http://localhost/v1/tags', method: 'GET', headers: { Accept: 'application/json' } })
  })

  test('is for a shell what it is for the browser, whatever is in it', () => {
    const request = prepare('http://localhost/v1', filled)
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${curlOf(request)}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual([
      ...['-X', 'PATCH', request.url],
      ...Object.entries(request.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...['--data-raw', filled.body],
    ])
  })
})
