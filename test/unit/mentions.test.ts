import { expect, test } from 'vitest'
import { mentionsAddress, mentionsName } from '../../src/core/domain/text/mentions.ts'

test.each([
  ['Write to Ann.Lee@Town.example.', true],
  ['<a href="mailto:ann.lee@town.example">her</a>', true],
  ['https://x.example/ical/ann.lee%40town.example/basic.ics', true],
  ['ann.lee&#64;town.example', true],
  ['＜ann.lee＠town.example＞', true],
  ['joann.lee@town.example', false],
  ['jo.ann.lee@town.example', false],
  ['ann.lee@town.example.org', false],
  ['ann.lee@town.examples', false],
  ['ann-lee@town.example', false],
  ['annxlee@town.example', false],
])('the address ann.lee@town.example in %j: %j', (text, isIn) => {
  expect(mentionsAddress('ann.lee@town.example')(text)).toBe(isIn)
})

test.each([
  ['Jörg Müller', 'Lesung mit JÖRG  MÜLLER', true],
  ['Jörg Müller', 'Lesung mit Joerg Mueller', true],
  ['Joerg Mueller', 'Lesung mit Jörg Müller', true],
  ['Jörg Müller', 'lesung-mit-jorg-muller', true],
  ['Ann Lee', '<b>Ann</b>&nbsp;<i>Lee</i>', true],
  ['Ann Lee', 'Joann Lee', false],
  ['Ann Lee', 'Ann Leeds', false],
  ['Ann Lee', 'Ann and Lee', false],
  ["Anne O'Neill", 'by Anne O’Neill', true],
  ['山田太郎', '講師は山田太郎です', true],
  ['C++', 'Learn C', true],
])('the name %j in %j: %j', (name, text, isIn) => {
  expect(mentionsName(name)(text)).toBe(isIn)
})

test('all texts of a value count, at any depth, and the names of its members', () => {
  const isIn = mentionsName('Ann Lee')
  expect(isIn({ custom_fields: { by: [{ name: 'Ann Lee' }] } })).toBe(true)
  expect(isIn({ 'Ann Lee': 1 })).toBe(true)
  expect([null, undefined, 7, true, [], {}].some(isIn)).toBe(false)
})
