import type { Storage } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { AWKWARD } from './content.ts'
import { exampleEvent, put } from './examples.ts'
import { ALL, idsOf, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

interface Words {
  readonly all?: readonly string[]
  readonly none?: readonly string[]
  readonly oneField?: boolean
}

async function search(storage: Storage, { all = [], none = [], oneField = false }: Words): Promise<number[]> {
  const text = { all, none, oneField }
  const found = idsOf(await storage.find('event', { text, order: 'id', limit: ALL }))
  equal(await storage.count('event', { text }), found.length, 'count says how many find finds')
  return found
}

const FIELDS = [
  { text: ['red apples', 'from the garden'] },
  { text: ['garden party', 'red lanterns'] },
  { text: ['apple pie', 'with cream'] },
  { text: ['', ''] },
  { text: [] },
]

export function textTests(test: StorageTest): void {
  const rows = (name: string, list: readonly (readonly [words: Words, ids: readonly number[]])[]) =>
    test(`text: ${name}`, async (storage) => {
      await writeEvents(storage, ...FIELDS)
      for (const [words, ids] of list) equal(await search(storage, words), ids, JSON.stringify(words))
    })

  rows('all parts must occur, in whichever fields', [
    [{ all: ['apple'] }, [1, 3]],
    [{ all: ['red', 'garden'] }, [1, 2]],
    [{ all: ['red', 'apple'] }, [1]],
    [{ all: ['red', 'cream'] }, []],
    [{ all: ['pear'] }, []],
  ])

  rows('parts are found inside of words and across spaces, but not across fields', [
    [{ all: ['ppl'] }, [1, 3]],
    [{ all: ['d app'] }, [1]],
    [{ all: ['apples from'] }, []],
    [{ all: ['applesfrom'] }, []],
    [{ all: ['s\nf'] }, []],
  ])

  rows('in one field', [
    [{ all: ['red', 'garden'], oneField: true }, []],
    [{ all: ['red', 'apple'], oneField: true }, [1]],
    [{ all: ['red'], oneField: true }, [1, 2]],
    [{ all: ['party', 'garden'], oneField: true }, [2]],
  ])

  rows('none of the parts may occur, in any field', [
    [{ none: ['red'] }, [3, 4, 5]],
    [{ none: ['cream', 'party'] }, [1, 4, 5]],
    [{ all: ['apple'], none: ['garden'] }, [3]],
    [{ all: ['apple'], none: ['garden'], oneField: true }, [3]],
    [{ all: ['apple', 'red'], none: ['pie'], oneField: true }, [1]],
    [{ all: ['apple'], none: ['apple'] }, []],
  ])

  rows('no parts, no condition', [
    [{}, [1, 2, 3, 4, 5]],
    [{ oneField: true }, [1, 2, 3, 4, 5]],
  ])

  test('text: a part may be of any characters, none of which is a pattern', async (storage) => {
    const parts = AWKWARD.filter((part) => part.length > 0)
    const texts = parts.map((part) => `x${part}y`)
    await writeEvents(storage, ...texts.map((text) => ({ text: ['other', text] })))
    // Skip upper case: parts and fields are always folded.
    for (const part of parts.filter((one) => one === one.toLowerCase())) {
      const expected = texts.flatMap((text, index) => (text.includes(part) ? [index + 1] : []))
      equal(await search(storage, { all: [part] }), expected, `all: [${JSON.stringify(part)}]`)
      const others = texts.map((_, index) => index + 1).filter((id) => !expected.includes(id))
      equal(await search(storage, { none: [part] }), others, `none: [${JSON.stringify(part)}]`)
    }
  })

  test('text: long parts and many parts', async (storage) => {
    const long = 'long ☃ text '.repeat(300)
    const words = Array.from({ length: 20 }, (_, index) => `word${index}`)
    await writeEvents(storage, { text: [`a ${long}`] }, { text: [words.join(' ')] }, {})
    equal(await search(storage, { all: [long] }), [1], 'a long part')
    equal(await search(storage, { all: [`${long}!`] }), [], 'a long part that does not occur')
    equal(await search(storage, { all: words, oneField: true }), [2], 'twenty parts')
    equal(await search(storage, { none: words }), [1, 3], 'twenty parts that must not occur')
  })

  test('text: is joined to conditions by AND', async (storage) => {
    await writeEvents(
      storage,
      { text: ['jazz'], tag: [1] },
      { text: ['jazz'], tag: [2] },
      { text: ['rock'], tag: [1] },
    )
    const text = { all: ['jazz'], none: [], oneField: false }
    const where = [{ key: 'tag', in: [1] }] as const
    equal(idsOf(await storage.find('event', { where, text, order: 'start', limit: 9 })), [1], 'found')
    equal(await storage.count('event', { where, text }), 1, 'counted')
    equal(
      await storage.tally('tag', { text }),
      new Map([
        [1, 1],
        [2, 1],
      ]),
      'tallied',
    )
  })

  test('text: says what it says now', async (storage) => {
    await writeEvents(storage, { text: ['before'] })
    await write(storage, [put('event', 1, exampleEvent(1, { text: ['after'] }), 1)])
    equal(await search(storage, { all: ['before'] }), [], 'before')
    equal(await search(storage, { all: ['after'] }), [1], 'after')
  })
}
