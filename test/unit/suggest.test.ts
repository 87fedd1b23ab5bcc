import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { htmlOf, textOf } from '../../src/pages/suggest/plain-html.ts'
import { SCRIPT } from '../../src/pages/suggest/script.ts'
import { TEXTS, textsFor } from '../../src/pages/suggest/texts.ts'

const root = new URL('../..', import.meta.url).pathname

// `npx vitest run test/unit/suggest.test.ts -u` writes the file anew.
test('the script that is served is what its sources say', async () => {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/suggest.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    // Backticks would end the text that the script becomes.
    supported: { 'template-literal': false },
  })
  const script = result.outputFiles[0]?.text ?? ''
  expect(script).not.toMatch(/`|\$\{|<\/script|<!--|innerHTML|insertAdjacentHTML|document\.write|eval\(/i)
  await expect(
    `/** Made from ../../suggest.ts by test/unit/suggest.test.ts, which says how; not to be written by hand. */\nconst SCRIPT = String.raw\`\n${script}\`\n\nexport { SCRIPT }\n`,
  ).toMatchFileSnapshot('../../src/pages/suggest/script.ts')
})

test('it has at most 15 kB gzipped', () => {
  expect(gzipSync(SCRIPT, { level: 9 }).length).toBeLessThan(15_000)
})

test('the description is text in the form, and HTML that shows just this text', () => {
  const text = 'Bring <b>bread</b> & salt\nand "friends"\n\nSee you'
  expect(htmlOf(text)).toBe(
    '<p>Bring &#60;b&#62;bread&#60;/b&#62; &#38; salt<br>and &#34;friends&#34;</p><p>See you</p>',
  )
  expect(textOf(htmlOf(text))).toBe(text)
  expect(htmlOf('  \n ')).toBe('')
  expect(textOf('<p>A &amp; B&nbsp;C &#8211; &bogus; &#99999999;</p>\n<p>D<br />\nE</p>')).toBe(
    'A & B\u00a0C – &bogus; &#99999999;\n\nD\nE',
  )
})

test('the texts are in the language of the page, and the page can replace them', () => {
  expect(textsFor('de-AT', null)).toEqual(TEXTS.de)
  expect(textsFor('fr', '{"send":"Envoyer","nothing":"x"}')).toEqual({ ...TEXTS.en, send: 'Envoyer' })
  expect(Object.values(TEXTS.de).every((text) => text !== '')).toBe(true)
})
