import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import ts from 'typescript'

/*
 * Schemas of answers, for the documentation: for each `answer-types.ts` the `answers.ts` beside it. Types are read as
 * text, so members and words of a schema stand in the order of its type.
 */

const PARTS = 'src/core/schema/answer-parts.ts'
const CORE = 'src/core/schema/answer-types.ts'

/** As Biome formats the code. */
const LINE_WIDTH = 110

/** A call of a function of `answer-parts.ts` with code or schemas, or a value of it. */
interface Schema {
  readonly part: string
  readonly inside?: readonly (Schema | string)[]
  /** Of an `object`. The name of one that may be absent ends in `?`. */
  readonly members?: readonly Member[]
}

type Member = readonly [name: string, schema: Schema]

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration

/** The documents of calendars with custom fields add what these types say. */
const WITHOUT_FIELDS: Readonly<Record<string, Schema>> = {
  EventValues: { part: 'list', inside: [{ part: 'nothing' }] },
  LinkedValues: { part: 'object', members: [] },
}

const KEYWORDS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.StringKeyword]: 'text',
  [ts.SyntaxKind.NumberKeyword]: 'whole',
  [ts.SyntaxKind.BooleanKeyword]: 'yesNo',
  [ts.SyntaxKind.UnknownKeyword]: 'anything',
  [ts.SyntaxKind.NeverKeyword]: 'nothing',
}

/** Types have one kind of number. All numbers of answers are whole, but these. */
const FRACTIONS: readonly string[] = ['geo_lat', 'geo_lng']

/** The files below a folder, with the texts that they should have. */
export function answerFiles(root: string): Map<string, string> {
  const declarations = (file: string): Declaration[] =>
    ts
      .createSourceFile(file, readFileSync(`${root}${file}`, 'utf8'), ts.ScriptTarget.Latest, true)
      .statements.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
  const types = readdirSync(`${root}src/types`).flatMap((file) => declarations(`src/types/${file}`))
  const answersOf = (file: string) =>
    membersOf(declarations(file).find(({ name }) => name.text === 'Answers'))
  const core = answersOf(CORE).map(({ name }) => name.getText())
  const tables = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('answer-types.ts'))
    .map((file) => `src/${file}`)
  const read = tables.map((file) => {
    const answers = answersOf(file)
    const components = new Set([...core, ...answers.map(({ name }) => name.getText())])
    const { component } = reader(new Map(types.map((one) => [one.name.text, one])), components)
    return [file, answers.map(({ name, type }): Member => [name.getText(), component(type)])] as const
  })
  return new Map(
    withoutShown(read).map(([file, answers]) => [
      file.replace('answer-types', 'answers'),
      textOf(file, answers),
    ]),
  )
}

/** The members of events that features show belong to them. */
function withoutShown(read: readonly (readonly [file: string, answers: readonly Member[]])[]) {
  const all = read.flatMap(([, answers]) => answers)
  const shown = new Set(
    all.flatMap(([name, { members = [] }]) => (name === 'EventMembers' ? members.map(([own]) => own) : [])),
  )
  const without = ([name, schema]: Member): Member =>
    name === 'Event' ? [name, kept(schema, (own) => !shown.has(own))] : [name, schema]
  return read.map(([file, answers]) => [file, answers.map(without)] as const)
}

const kept = ({ part, members = [] }: Schema, is: (name: string) => boolean): Schema => ({
  part,
  members: members.filter(([name]) => is(name)),
})

type Property = ts.PropertySignature & { readonly type: ts.TypeNode }

const isProperty = (member: ts.TypeElement): member is Property =>
  ts.isPropertySignature(member) && member.type !== undefined

const membersOf = (declaration: Declaration | undefined): Property[] =>
  declaration !== undefined && ts.isInterfaceDeclaration(declaration)
    ? declaration.members.filter(isProperty)
    : []

const isNamed = (type: ts.TypeNode): type is ts.TypeReferenceNode =>
  ts.isTypeReferenceNode(type) && type.typeArguments === undefined

/** `components`: types that are not repeated, but referred to. */
function reader(declared: ReadonlyMap<string, Declaration>, components: ReadonlySet<string>) {
  /** A component is one object, which generated clients read more easily than a union. */
  const component = (type: ts.TypeNode): Schema => {
    const schema = isNamed(type) ? named(type.typeName.getText()) : schemaOf(type)
    return schema.part === 'either' ? joined(schemasIn(schema)) : schema
  }

  const named = (name: string): Schema => {
    const declaration = declared.get(name)
    if (declaration === undefined) throw new TypeError(`no type ${name}`)
    if (ts.isTypeAliasDeclaration(declaration)) return schemaOf(declaration.type)
    const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types)
    return merged([
      ...bases.map(({ expression }) => named(expression.getText())),
      object(declaration.members),
    ])
  }

  const object = (members: readonly ts.TypeElement[]): Schema => ({
    part: 'object',
    members: members.filter(isProperty).map((member): Member => {
      const name = member.name.getText().replaceAll("'", '')
      const schema = FRACTIONS.includes(name) ? { part: 'fraction' } : schemaOf(member.type)
      return [member.questionToken === undefined ? name : `${name}?`, schema]
    }),
  })

  const schemaOf = (type: ts.TypeNode): Schema => {
    const keyword = KEYWORDS[type.kind]
    if (keyword !== undefined) return { part: keyword }
    if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return schemaOf(type.type)
    if (ts.isArrayTypeNode(type)) return { part: 'list', inside: [schemaOf(type.elementType)] }
    if (ts.isTypeLiteralNode(type)) return object(type.members)
    if (ts.isIntersectionTypeNode(type)) return merged(type.types.map(schemaOf))
    if (ts.isUnionTypeNode(type)) return union(type.types)
    if (ts.isLiteralTypeNode(type)) return { part: 'only', inside: [type.literal.getText()] }
    if (ts.isMappedTypeNode(type)) return byName(type.typeParameter.constraint, type.type, type.questionToken)
    if (ts.isTypeReferenceNode(type)) return reference(type.typeName.getText(), type.typeArguments)
    throw new TypeError(`no schema for ${type.getText()}`)
  }

  const union = (types: readonly ts.TypeNode[]): Schema => {
    const others = types.filter((type) => type.getText() !== 'null').map(schemaOf)
    const either = eitherOf(others)
    return others.length < types.length ? { part: 'orNull', inside: [either] } : either
  }

  const reference = (name: string, [first, second]: readonly ts.TypeNode[] = []): Schema => {
    if (name === 'Readonly' && first !== undefined) return schemaOf(first)
    if (name === 'Record') return byName(first, second)
    if (name === 'Pick') return picked(first, second)
    if (components.has(name)) return { part: 'of', inside: [`'${name}'`] }
    return WITHOUT_FIELDS[name] ?? named(name)
  }

  const picked = (type?: ts.TypeNode, names?: ts.TypeNode): Schema => {
    if (type === undefined || names === undefined) throw new TypeError('Pick of what?')
    const { inside: words = [] } = schemaOf(names)
    return kept(component(type), (name) => words.includes(`'${name.replace('?', '')}'`))
  }

  /** A value for each of some words, or under any name. */
  const byName = (names?: ts.TypeNode, values?: ts.TypeNode, mark?: ts.Node): Schema => {
    if (names === undefined || values === undefined) throw new TypeError('no names, or no values')
    const { part, inside = [] } = schemaOf(names)
    const value = schemaOf(values)
    if (part !== 'oneOf') return { part: 'byName', inside: [value] }
    const words = inside.filter((word) => typeof word === 'string').map((word) => word.slice(1, -1))
    return { part: 'object', members: words.map((word) => [mark === undefined ? word : `${word}?`, value]) }
  }

  return { component }
}

const schemasIn = ({ inside = [] }: Schema): Schema[] => inside.filter((one) => typeof one !== 'string')

const merged = (objects: readonly Schema[]): Schema => ({
  part: 'object',
  members: objects.flatMap(({ members = [] }) => members),
})

function eitherOf(schemas: readonly Schema[]): Schema {
  const [first, ...others] = schemas
  if (first !== undefined && others.length === 0) return first
  const words = schemas.flatMap(({ part, inside = [] }) => (/^(only|oneOf)$/.test(part) ? inside : []))
  return words.length < schemas.length || !String(words[0]).startsWith("'")
    ? { part: 'either', inside: schemas }
    : { part: 'oneOf', inside: words }
}

/** One object in place of several: what not all of them have may be absent. */
function joined(objects: readonly Schema[]): Schema {
  const all = new Map<string, Schema[]>()
  for (const [name, schema] of objects.flatMap(({ members = [] }) => members))
    all.set(name, [...(all.get(name) ?? []), schema])
  const members = [...all].map(([name, schemas]): Member => {
    const isEverywhere = schemas.length === objects.length || name.endsWith('?')
    return [isEverywhere ? name : `${name}?`, eitherOf(schemas)]
  })
  return { part: 'object', members }
}

function textOf(file: string, answers: readonly Member[]): string {
  const path = relative(dirname(file), PARTS)
  const names = [...new Set(answers.flatMap(([, schema]) => partsOf(schema)))].sort()
  const line = `import { ${names.join(', ')} } from '${path.startsWith('.') ? path : `./${path}`}'`
  const broken = line.replace('{ ', '{\n  ').replace(' }', ',\n}').replaceAll(', ', ',\n  ')
  return `${line.length > LINE_WIDTH ? broken : line}

/* \`npm run docs\` writes this file from \`answer-types.ts\`. */

export const ANSWERS = ${printedMembers(answers, '')}
`
}

const partsOf = (schema: Schema): string[] => [
  schema.part,
  ...schemasIn(schema).flatMap(partsOf),
  ...(schema.members ?? []).flatMap(([, inner]) => partsOf(inner)),
]

/** `before`: what stands before it on its line. Behind it is a comma. */
function printed(schema: Schema, before: string): string {
  const flat = flatText(schema)
  if (before.length + flat.length < LINE_WIDTH) return flat
  const indent = /^ */.exec(before)?.[0] ?? ''
  if (schema.members !== undefined) return `object(${printedMembers(schema.members, indent)})`
  const inner = `${indent}  `
  const lines = (schema.inside ?? []).map(
    (one) => `${inner}${typeof one === 'string' ? one : printed(one, inner)},\n`,
  )
  return `${schema.part}(\n${lines.join('')}${indent})`
}

function printedMembers(members: readonly Member[], indent: string): string {
  const lines = members.map(([name, schema]) => {
    const start = `${indent}  ${keyText(name)}: `
    return `${start}${printed(schema, start)},\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function flatText({ part, inside, members }: Schema): string {
  if (members !== undefined)
    return `object({ ${members.map(([name, schema]) => `${keyText(name)}: ${flatText(schema)}`).join(', ')} })`
  const parts = inside?.map((one) => (typeof one === 'string' ? one : flatText(one)))
  return parts === undefined ? part : `${part}(${parts.join(', ')})`
}

const keyText = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)
