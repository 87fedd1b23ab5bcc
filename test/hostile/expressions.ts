/*
 * Inputs that are made from the parts of a regular expression: for each repetition without an end, what comes before it,
 * many of what it repeats, and something that does not fit.
 */

/** One of these fits most classes. */
const CANDIDATES = [
  ...'a1 -<"=:;,.&/\\@%_A+*#?!>(\'\n\t\r\u00e9\u05d0\u4e2d\u0301\u{1f600}\u0001|{}[]~^$`Zz9',
]

interface Item {
  /** Texts that it matches, each as short as possible. */
  readonly samples: readonly string[]
  readonly isEndless: boolean
  readonly isOptional: boolean
  /** Of a group: what is inside. */
  readonly inside: readonly (readonly Item[])[]
}

/** Reads the source of an expression: enough of the grammar for samples. */
class Reader {
  readonly #source: string
  readonly #flags: string
  #at = 0

  constructor({ source, flags }: RegExp) {
    this.#source = source
    this.#flags = flags.replace(/[gy]/g, '')
  }

  alternatives(): Item[][] {
    const found: Item[][] = [[]]
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++
        found.push([])
      } else found.at(-1)?.push(this.#item())
    }
    return found
  }

  #item(): Item {
    const from = this.#at
    const atom = this.#atom(from)
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at))?.[0] ?? ''
    this.#at += quantifier.length
    const least = /^\{(\d+)/.exec(quantifier)?.[1] ?? (/^[*?]/.test(quantifier) ? '0' : '1')
    const times = Math.max(1, Number(least))
    return {
      ...atom,
      samples: atom.samples.map((sample) => sample.repeat(times)),
      isEndless: /^[*+]|,\}/.test(quantifier),
      isOptional: least === '0',
    }
  }

  #atom(from: number): Pick<Item, 'samples' | 'inside'> {
    const source = this.#source
    const first = source[from] ?? ''
    if (first === '(') return this.#group(from)
    const length =
      first === '['
        ? (/^\[(?:[^\]\\]|\\.)*\]/s.exec(source.slice(from))?.[0].length ?? 1)
        : first === '\\'
          ? (/^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|.)/is.exec(
              source.slice(from),
            )?.[0].length ?? 2)
          : String.fromCodePoint(source.codePointAt(from) ?? 0).length
    this.#at = from + length
    const atom = source.slice(from, this.#at)
    if (/^(?:\^|\$|\\[bB])$/.test(atom)) return { samples: [''], inside: [] }
    if (/^\\(?:[1-9]|k<)/.test(atom)) return { samples: ['a'], inside: [] }
    const own = new RegExp(`^(?:${atom})$`, this.#flags)
    const literal = atom.length === 1 ? [atom] : atom.length === 2 ? [atom.slice(1)] : []
    const samples = [...new Set([...literal, ...CANDIDATES])].filter((one) => own.test(one)).slice(0, 4)
    return { samples: samples.length === 0 ? ['a'] : samples, inside: [] }
  }

  #group(from: number): Pick<Item, 'samples' | 'inside'> {
    const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(this.#source.slice(from))?.[0] ?? '('
    this.#at = from + head.length
    const inside = this.alternatives()
    this.#at++
    if (/^\(\?<?[=!]/.test(head)) return { samples: [''], inside }
    return { samples: inside.map(sampleOf).slice(0, 6), inside }
  }
}

const sampleOf = (items: readonly Item[]): string =>
  items.map(({ samples, isOptional }) => (isOptional ? '' : (samples[0] ?? ''))).join('')

/** An input of any size: the pump as often as it takes. */
export interface HostileInput {
  readonly before: string
  readonly pump: string
  readonly after: string
}

export function hostileInputs(expression: RegExp): HostileInput[] {
  const inputs = new Map<string, HostileInput>()
  const add = (before: string, pump: string, rest: string) => {
    if (pump === '') return
    for (const after of ['\u0001', rest.slice(0, -1)]) {
      inputs.set(JSON.stringify([before, pump, after]), { before, pump, after })
    }
  }
  const walk = (items: readonly Item[], before: string, after: string) => {
    for (const [at, { samples, isEndless, inside }] of items.entries()) {
      const start = before + sampleOf(items.slice(0, at))
      const rest = sampleOf(items.slice(at + 1)) + after
      if (isEndless) {
        for (const sample of samples) {
          add(start, sample, rest)
          add('', start + sample, rest)
        }
        add(start, samples.join(''), rest)
      }
      for (const own of inside) walk(own, start, rest)
    }
  }
  for (const items of new Reader(expression).alternatives()) {
    walk(items, '', '')
    add('', sampleOf(items), '')
  }
  return [...inputs.values()]
}
