import { equal } from '../assert.ts'
import type { KeyValueTest } from './calendar.ts'
import { fill, keysPerGet, write } from './steps.ts'

/** Values that a store might trim, fold, normalize, escape or convert. */
const VALUES = [
  ' ',
  ' both ends ',
  '\t\r\n',
  'a\nb\r\nc\n',
  '\0',
  'a\0b\0',
  '\u0001\u001f\u007f\u0080\u009f\u00a0\u00ad',
  `it's "a" \`b\` \\ \\' \\n \\u0000 %s $1 :a @b ? ;`,
  '}{',
  '{"a":[1,{"b":null}]}',
  '<&lt;]]>',
  'zażółć ÿĀ',
  '\u00e9 e\u0301 \ufb01 \u212b',
  '😀👩‍👩‍👧\u{10ffff}\u{1f1f5}\u{1f1f1}',
  '\ufeffmark\ufeff',
  '\u2028\u2029\u200b\u200f\ufffd\ufffe\uffff\ue000',
  '0',
  '-0',
  '007',
  '1.0',
  '1e3',
  '9007199254740993',
  'null',
  'undefined',
  'true',
  'NaN',
]

export function getTests(test: KeyValueTest): void {
  test('get: the values in the order of the keys, and undefined for keys that are not there', async (store, {
    key,
    entry,
  }) => {
    await write(store, { sets: [entry('a', '1'), entry('b', '2'), entry('d', '4')] })
    equal(
      await store.get(['d', 'a', 'c', 'b', 'aa', ''].map(key)),
      ['4', '1', undefined, '2', undefined, undefined],
      'values',
    )
  })

  test('get: a key that is named twice has its value twice', async (store, { key, entry }) => {
    await write(store, { sets: [entry('a', '1'), entry('b', '2')] })
    equal(
      await store.get(['a', 'b', 'a', 'c', 'c'].map(key)),
      ['1', '2', '1', undefined, undefined],
      'values',
    )
  })

  test('get: of no keys there are no values', async (store) => {
    equal(await store.get([]), [], 'values')
  })

  test('get: as many keys as one call may name, half of them not there', async (store, { key, entry }) => {
    const numbers = Array.from({ length: keysPerGet(store) }, (_, index) => index)
    const even = numbers.filter((number) => number % 2 === 0)
    await fill(
      store,
      even.map((number) => entry(`${number}`, `value ${number}`)),
    )
    equal(
      await store.get(numbers.map((number) => key(`${number}`)).reverse()),
      numbers.map((number) => (number % 2 === 0 ? `value ${number}` : undefined)).reverse(),
      'values',
    )
  })

  test('get: values of any characters come back as they are', async (store, { key, entry }) => {
    const names = VALUES.map((_, index) => `${index}`)
    await fill(
      store,
      VALUES.map((value, index) => entry(`${index}`, value)),
    )
    for (const [index, name] of names.entries()) {
      const value = VALUES[index] ?? ''
      equal(await store.get([key(name)]), [value], 'get')
      const range = { start: key(name), end: key(`${name}!`), limit: 1 }
      equal(await store.range(range), [entry(name, value)], 'range')
    }
  })

  test('get: a check compares values character by character', async (store, { key, entry }) => {
    const alike = [
      ['a', 'A', 'a ', ' a', 'a\0', 'aa', '\ufeffa', 'a\n'],
      ['\u00e9', 'e\u0301', 'e', '\u00c9', '?'],
      ['\u00fc', '\u00c3\u00bc', 'u'],
      ['1', '1.0', '01', '+1'],
      ['😀', '😁', '\ufffd', '\ufffd\ufffd'],
    ]
    for (const [index, [value = '', ...others]] of alike.entries()) {
      const name = `${index}`
      await write(store, { sets: [entry(name, value)] })
      for (const other of others) {
        const result = await store.commit({ checks: [[key(name), other]], sets: [], deletes: [] })
        equal(result, false, `${JSON.stringify(other)} is not ${JSON.stringify(value)}`)
      }
      await write(store, { checks: [[key(name), value]] })
    }
  })

  test('get: keys are what they are, whatever other things are called so', async (store, { key, entry }) => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'length',
      '0',
      '-1',
      'a:b',
      '{a}',
      '%41',
      '*',
      '?[a]',
    ]
    equal(
      await store.get(names.slice(0, 5).map(key)),
      [undefined, undefined, undefined, undefined, undefined],
      'before',
    )
    await fill(
      store,
      names.map((name) => entry(name, `value of ${name}`)),
    )
    for (const name of names) equal(await store.get([key(name)]), [`value of ${name}`], name)
    equal(
      await store.get(['A', '', 'a', 'b'].map(key)),
      [undefined, undefined, undefined, undefined],
      'others',
    )
  })
}
