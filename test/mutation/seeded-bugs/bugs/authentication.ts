import type { SeededBug } from '../seeded-bug.ts'

export const authentication: readonly SeededBug[] = [
  {
    trap: 'malformed credentials are taken for none',
    file: 'src/auth/way.ts',
    find: "    if (principal === null && request.headers.has('authorization')) throw invalidCredentials()\n",
    replace: '',
    tests: ['test/auth/bearer.test.ts'],
  },
  {
    trap: 'a token is good for ever',
    file: 'src/auth/bearer.ts',
    find: '    if (record.expires !== null && !(now().getTime() < Date.parse(record.expires))) return null\n',
    replace: '',
    tests: ['test/auth/bearer.test.ts'],
  },
  {
    trap: 'an unknown user is answered without the slow hash',
    file: 'src/auth/basic.ts',
    find: '    const actual = await slowHash(password, utf8(salt), record?.iterations ?? iterations)',
    replace:
      '    if (record === null) return null\n    const actual = await slowHash(password, utf8(salt), record.iterations)',
    tests: ['test/auth/basic.test.ts'],
  },
  {
    trap: 'a session writes from any site',
    file: 'src/auth/session.ts',
    find: "    if (!isOwn(request, trustedOrigins)) throw new ApiError('rest_cookie_invalid_nonce')\n",
    replace: '',
    tests: ['test/auth/session.test.ts'],
  },
  {
    trap: 'a session writes from another host of the same site',
    file: 'src/auth/session.ts',
    find: "return site === 'same-origin' || site === 'none'",
    replace: "return site !== 'cross-site'",
    tests: ['test/auth/session.test.ts'],
  },
  {
    trap: 'failed attempts are never counted',
    file: 'src/access/throttle.ts',
    find: '      if (found === null) await this.count(keys)\n',
    replace: '',
    tests: ['test/auth/throttle.test.ts'],
  },
  {
    trap: 'guesses that come at once are all looked at',
    file: 'src/access/throttle.ts',
    find: '          if (count > limitOf(at)) throw tooMany(seconds)\n',
    replace: '',
    tests: ['test/auth/throttle.test.ts'],
  },
]
