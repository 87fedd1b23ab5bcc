import type { SeededBug } from '../seeded-bug.ts'

const tests = ['test/unit/html.test.ts']

export const text: readonly SeededBug[] = [
  {
    trap: 'the text of a script is kept',
    file: 'src/domain/html-tokens.ts',
    find: "words('script style iframe ",
    replace: "words('style iframe ",
    tests,
  },
  {
    trap: 'a link may run a script',
    file: 'src/domain/html.ts',
    find: "  'a href': LINK,\n",
    replace: "  'a href': TEXT,\n",
    tests,
  },
  {
    trap: 'a handler stays on a link',
    file: 'src/domain/html.ts',
    find: "  'a title': TEXT,\n",
    replace: "  'a title': TEXT,\n  'a onclick': TEXT,\n",
    tests,
  },
  {
    trap: 'text is escaped once more every time that it is stored',
    file: 'src/domain/html.ts',
    find: 'out.push(canonicalText(raw))',
    replace: "out.push(canonicalText(raw.replaceAll('&', '&amp;')))",
    tests,
  },
  {
    trap: 'a quote ends the attribute that it stands in',
    file: 'src/domain/entities.ts',
    find: "canonicalText(text).replaceAll('\"', '&quot;')",
    replace: 'canonicalText(text)',
    tests,
  },
  {
    trap: 'a page that a link opens can steer the one it came from',
    file: 'src/domain/html.ts',
    find: "  if (kept.has('target')) {",
    replace: "  if (kept.has('target') && kept.has('rel')) {",
    tests,
  },
  {
    trap: 'a tag that is left open spills over the page around it',
    file: 'src/domain/html.ts',
    find: '  closeTo(0)\n',
    replace: '',
    tests,
  },
]
