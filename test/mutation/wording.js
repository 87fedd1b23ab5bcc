/*
 * Texts that are for people: descriptions in the documents, and what errors say beside their code. Tests hold that
 * they are there, not how they are worded; a fault in one is no fault of the library's logic.
 */

const PROSE = new Set(['description', 'summary', 'message', 'title'])
const ERRORS = new Set(['TypeError', 'RangeError', 'Error'])

const nameOf = (node) => node?.name ?? node?.value

const isText = (node) =>
  node.type === 'StringLiteral' ||
  (node.type === 'TemplateLiteral' && node.expressions.every((one) => one.type !== 'ConditionalExpression'))

/** The node that says what the text is for: past `a ? 'b' : 'c'` and `a ?? 'b'`. */
function purposeOf(path) {
  let at = path
  while (
    (at.parent.type === 'ConditionalExpression' && at.key !== 'test') ||
    (at.parent.type === 'LogicalExpression' && at.parent.operator === '??')
  ) {
    at = at.parentPath
  }
  return at
}

const wording = {
  shouldIgnore(path) {
    if (!isText(path.node)) return undefined
    const { parent, key } = purposeOf(path)
    if (parent.type === 'ObjectProperty' && key === 'value' && PROSE.has(nameOf(parent.key))) return 'wording'
    if (parent.type === 'NewExpression' && ERRORS.has(nameOf(parent.callee))) return 'wording'
    return undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: wording }]
