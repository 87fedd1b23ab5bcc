import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeReferences } from '../../src/core/domain/html/entities.ts'
import { escapeHtml, htmlToText, plainLine, summaryOf } from '../../src/core/domain/html/html.ts'
import { cleanHtml, cleanLine, isWebUrl, sanitizeHtml } from '../../src/core/domain/html/html-sanitizer.ts'
import { dangersIn } from '../hostile/safe-html.ts'
import { VECTORS } from '../hostile/vectors.ts'
import { LINE_TAGS, PLAIN_TAGS } from '../setup/allowed-html.ts'
import { BLOCK_PLACES, LINE_PLACES, leaves } from '../setup/html-places.ts'
import { words } from '../setup/words.ts'

const pieceOf = fc.constantFrom(
  ...words(`
    < > </ /> " ' = & ; # &# &#x --> <!-- --!> <! <? <![CDATA[ ]]> \0 \u{1f600} \u0130 \ud83d \u00e9 %0a text
    &amp; &lt; &gt; &quot; &nbsp; &colon; &#0; &copy &copy; &foo; 60 3c amp lt; a b x p li td script style svg
    <a </a> href= href=" javascript: https://a.example/ // \\ : ? mailto: onerror=alert(1) title= target=_blank
    rel= noopener src= lang=en dir=rtl <p> </p> <b> </b> <i> </i> <div> </div> <ul> <li> </li> </ul> <dl><dt> <dd>
    <table> <tbody> <tr> <td> <th> </tr> </table> <caption> <hr> <br/> <img <script> </script> <style> <svg> <svg/>
    </svg> <math> <title> </title> <template> </template> <textarea> <plaintext> <h1> <h2> </h1> <ol start= <pre>
  `),
  ...[' ', ' ', '\n', '\t', '\r', '\u00a0', '\u0085', '\u2028', '<a ', '<img ', ' title=', ' src='],
)
const hostileHtml = fc.array(pieceOf, { maxLength: 40 }).map((pieces) => pieces.join(''))

/** Tags of every kind with a letter between them, in any order. */
const rowOfTags = fc
  .array(
    fc
      .constantFrom(...PLAIN_TAGS, 'a', 'ol', 'td', 'th')
      .chain((name) => fc.constantFrom(`<${name}>x`, `</${name}>x`)),
    { maxLength: 25 },
  )
  .map((tags) => tags.join(''))

describe('sanitizing HTML', () => {
  test.each(VECTORS)('makes harmless: %s', (vector) => {
    const surroundings = [
      vector,
      `<p>x${vector}</p>y`,
      `<b title="${vector}">x</b>`,
      `<a href='${vector}'>x</a>`,
    ]
    for (const html of [...surroundings, vector + vector]) {
      const clean = sanitizeHtml(html)
      expect(dangersIn(clean)).toEqual([])
      expect(sanitizeHtml(clean)).toBe(clean)
    }
  })

  test('has a good number of attacks to stand', () => {
    expect(new Set(VECTORS).size).toBeGreaterThan(200)
    // The others are text, or dangerous only in another context.
    expect(VECTORS.filter((vector) => dangersIn(vector).length > 0).length).toBeGreaterThan(150)
  })

  test('makes anything harmless, and leaves alone what it once made', () => {
    fc.assert(
      fc.property(fc.oneof(hostileHtml, fc.string({ unit: 'binary' })), (html) => {
        const clean = sanitizeHtml(html)
        expect(dangersIn(clean)).toEqual([])
        expect(sanitizeHtml(clean)).toBe(clean)
      }),
      { numRuns: 5000 },
    )
  })

  test('writes tags only in one form, and no other angle bracket', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        const text = sanitizeHtml(html).replace(/<\/?[a-z][a-z\d]*(?: [a-z]+="[^"<>]*")*>/g, '')
        expect(text).not.toMatch(/[<>]/)
      }),
    )
  })

  test('closes what it opens, in order', () => {
    fc.assert(
      fc.property(hostileHtml, (html) => {
        const open: string[] = []
        for (const [, slash, name] of sanitizeHtml(html).matchAll(/<(\/?)([a-z\d]+)/g)) {
          if (slash === '/') expect(open.pop()).toBe(name)
          else if (!['br', 'hr', 'img', 'wbr'].includes(name ?? '')) open.push(name ?? '')
        }
        expect(open).toEqual([])
      }),
    )
  })

  test.each([
    'One line',
    'First\n\nSecond\nstill second',
    '<p>Doors at <strong>8 pm</strong>, <em>music</em> at 9.</p>\n<p>Bring "friends" &amp; don\'t be late.</p>',
    '<h2>Head</h2>\n<ul>\n<li>a</li>\n<li>b <ol start="3" type="a"><li>c</li></ol></li>\n</ul>',
    '<a href="https://a.example/x?y=1&amp;z=2#here" title="Go">x</a>',
    '<a href="mailto:ann@a.example?subject=Hi">Ann</a>, <a href="/tickets?day=1">tickets</a>, <a href="#map">map</a>',
    '<a href="https://a.example/a b/ü?q=[1]" rel="nofollow ugc">x</a>',
    '<a href="https://a.example/" target="_blank" rel="noopener noreferrer">x</a>',
    '<img src="https://a.example/x.png" alt="A &lt;b&gt; &quot;c&quot;" width="100%" height="80" loading="lazy">',
    '<blockquote cite="https://a.example/"><p>Words</p></blockquote>',
    '<table><caption>C</caption><thead><tr><th scope="col" colspan="2">H</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<dl><dt>Term</dt><dd>Text</dd></dl><hr>line<br>line<wbr>line',
    '<pre><code>if (a &lt; b &amp;&amp; c) {}</code></pre>',
    '<p lang="ar" dir="rtl">مرحبا</p><p lang="ja">祭り 😀</p>',
    '<time datetime="2027-05-12T18:00">12 May</time> H<sub>2</sub>O m<sup>2</sup> <abbr title="Abbreviation">abbr.</abbr>',
    "no-break&nbsp;space, “curly”, it's, – — …, ½, ©",
    '<figure><img src="https://a.example/x"><figcaption>F</figcaption></figure>',
    '<details><summary>More</summary>Text</details>',
    'an unknown &bigstar; reference, and \\ a backslash, :-) and [gallery]',
  ])('leaves innocent HTML as it is: %s', (html) => {
    expect(sanitizeHtml(html)).toBe(html)
  })

  test.each([
    ['5 < 6 and 7 > 2', '5 &lt; 6 and 7 &gt; 2'],
    ['if a<b then', 'if a&lt;b then'],
    ['I <3 you, </3 not', 'I &lt;3 you, &lt;/3 not'],
    ['Write to <ann@a.example>', 'Write to &lt;ann@a.example&gt;'],
    ['AT&T & R&D', 'AT&amp;T &amp; R&amp;D'],
    ['&eacute;&#233;&#xE9; &quot;&apos;&#39; &euro;', "ééé \"'' €"],
    ['&lt;b&gt; &#60;b&#62; &amp;amp;', '&lt;b&gt; &lt;b&gt; &amp;amp;'],
    ['a&#0;b&#7;c&#xd800;d&#x110000;e\0f\u0007g', 'abcdefg'],
    ['a\u00a0b&#160;c&nbsp;d', 'a&nbsp;b&nbsp;c&nbsp;d'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['<P>a<BR />b<br/></P>', '<p>a<br>b<br></p>'],
    ['<b><i>x</b>y</i>z', '<b><i>x</i></b>yz'],
    ['<p>a<p>b<div>c', '<p>a</p><p>b</p><div>c</div>'],
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    ],
    ['</td></tr></table>out<td>of</td> a table</div>', 'outof a table'],
    ['<a href=x>a<a href=y>b', '<a href="x">a</a><a href="y">b</a>'],
    ['<font color=red>red</font> <section>s</section>', 'red s'],
    ['a<script>b</script>c<style>d</style>e<!-- f -->g', 'aceg'],
    ['a<svg><svg></svg>b</svg>c<object><p>d</object>e', 'ace'],
    ['<form>name <input name=a> <label>b</label></form>', 'name  b'],
    [
      '<a href="https://a.example/" target="_blank">x</a>',
      '<a href="https://a.example/" target="_blank" rel="noopener">x</a>',
    ],
    ['<a rel="ugc" target="_blank">x</a>', '<a rel="ugc noopener" target="_blank">x</a>'],
    ['<a target="_top" href="x" class="y" id="z" style="w">x</a>', '<a href="x">x</a>'],
    ['<a href="?a=1&b=2">x</a>', '<a href="?a=1&amp;b=2">x</a>'],
    ['<a href=" https://a.exa\nmple/ ">x</a>', '<a href="https://a.example/">x</a>'],
    ['<a href="tel:123">x</a>', '<a>x</a>'],
    ['<img src="/x.png" alt=\'"\'>', '<img alt="&quot;">'],
    ['<b title="x">y</b>', '<b>y</b>'],
  ])('%j becomes %j', (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  // Browsers close these where the sanitizer once did not: the end tag left over closed what the page had opened.
  test.each([
    ['<h3><div><h1><h2>a</h2></h1></div></h3>b', '<h3><div></div></h3><h1></h1><h2>a</h2>b'],
    ['<h1>a<h2>b</h2>c', '<h1>a</h1><h2>b</h2>c'],
    ['<table><table>a</table></table>b', '<table></table><table>a</table>b'],
    ['<table><tr><table><td>a</table></tr></table>b', '<table><tr></tr></table><table><td>a</td></table>b'],
    ['<table><div><table><td>a</table></div></table>b', '<table></table><table><td>a</td></table>b'],
    [
      '<table><tr><b>a<td>b<b>c<table><td>d',
      '<table><tr>a<td>b<b>c<table><td>d</td></table></b></td></tr></table>',
    ],
  ])('ends headings and tables where browsers do: %j becomes %j', (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  test('stays within the element that a page shows it in', () => {
    fc.assert(
      fc.property(fc.oneof(rowOfTags, hostileHtml), (source) => {
        const clean = sanitizeHtml(source)
        for (const place of BLOCK_PLACES) expect(leaves(clean, place), place).toBe(false)
        expect(sanitizeHtml(clean)).toBe(clean)
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['<li>a</li>b', 'ab'],
    ['<dd>a</dd><dt>b</dt>', 'ab'],
    ['<div><li>a</li></div>', '<div>a</div>'],
    ['<ul><dd>a</dd></ul>', '<ul>a</ul>'],
    ['<dl><li>a</li></dl>', '<dl>a</dl>'],
    ['<ul><li><table><tr><td><li>a', '<ul><li><table><tr><td>a</td></tr></table></li></ul>'],
    ['<ul><div><li>a', '<ul><div><li>a</li></div></ul>'],
    ['<dl><div><dt>a<dd>b', '<dl><div><dt>a</dt><dd>b</dd></div></dl>'],
    ['<ol><li>a<li>b<dl><dt>c<dd>d', '<ol><li>a</li><li>b<dl><dt>c</dt><dd>d</dd></dl></li></ol>'],
  ])(
    'has items in lists of their kind alone, which cannot end the item that shows them: %j becomes %j',
    (...row) => {
      const [html, clean] = row
      expect(sanitizeHtml(html)).toBe(clean)
    },
  )

  test('keeps a hundred levels, and the text of deeper ones', () => {
    const clean = sanitizeHtml(`${'<div>'.repeat(1000)}x`)
    expect(clean).toBe(`${'<div>'.repeat(100)}x${'</div>'.repeat(100)}`)
  })
})

describe('titles and names', () => {
  test.each([
    ['<b>Bold</b> &amp; <em>more</em>', '<b>Bold</b> &amp; <em>more</em>'],
    ['<a href="https://a.example/">Open</a> day', 'Open day'],
    ['<h1>Open day</h1>', 'Open day'],
    ['<h1>Open</h1><p>day</p>', 'Open day'],
    ['Open <p>day</p>', 'Open day'],
    ['Open<p> day</p>', 'Open day'],
    ['<ul><li>a<li>b</ul>c', 'a b c'],
    ['<table><tr><td>a<td>b</table>', 'a b'],
    ['a<hr>b', 'a b'],
    ['a<hr><hr>', 'a'],
    ['a<br>b<wbr>c', 'a<br>b<wbr>c'],
    ['<b>a<p>b</b>c', '<b>a b</b>c'],
    ['<p>a</p><b>b</b>', 'a <b>b</b>'],
    ['Jaz<font color=red>z</font>', 'Jazz'],
    ['<img src="https://a.example/x.png" alt="x"> a', '<img src="https://a.example/x.png" alt="x"> a'],
    ['<script>x</script>a<style>b</style>', 'a'],
    ['<p></p>', ''],
  ])('%j becomes %j', (html, clean) => {
    expect(cleanLine(html)).toBe(clean)
  })

  test('hold inline elements alone, no links, and stay within any element that a page shows them in', () => {
    fc.assert(
      fc.property(fc.oneof(rowOfTags, hostileHtml), (source) => {
        const clean = cleanLine(source)
        for (const place of [...BLOCK_PLACES, ...LINE_PLACES]) {
          expect(leaves(clean, place), place).toBe(false)
        }
        for (const [, name] of clean.matchAll(/<\/?([a-z\d]+)/g)) expect(LINE_TAGS).toContain(name)
        expect(dangersIn(clean)).toEqual([])
        expect(cleanLine(clean)).toBe(clean)
        // A title is HTML like any other.
        expect(sanitizeHtml(clean)).toBe(clean)
      }),
      { numRuns: 5000 },
    )
  })

  test('read as the text of the same HTML', () => {
    fc.assert(
      fc.property(rowOfTags, (source) => {
        const letters = (html: string) => htmlToText(html).replace(/\s/g, '')
        expect(letters(cleanLine(source))).toBe(letters(sanitizeHtml(source)))
      }),
    )
  })
})

describe('work in proportion to the length', () => {
  const rooms = { sanitizeHtml, cleanLine, htmlToText, plainLine }
  const PIECES = [
    ...words(
      '< <a </a & &# &#x1 &a &amp; <!-- <!x <? <![CDATA[ <script> <script></scrip <svg> </b> <b> <li> / = " - \0',
    ),
    ...[
      ' ',
      '\r',
      '<a ',
      '<a@ ',
      '<a@ b="',
      '<a b="',
      '<a "',
      '<a b=\'x b="',
      '<a b = ',
      '<a href="&',
      '<table><tr><td>',
    ],
  ]
  const millisecondsOf = (work: () => unknown): number => {
    // Of the processor: what else the machine does is not counted.
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }

  test.each(PIECES)('for 256 kB of %j', (piece) => {
    for (const run of Object.values(rooms)) {
      const small = piece.repeat(2 ** 13 / piece.length)
      const large = small.repeat(32)
      // Quadratic work would take 1,024 times as long. A pause of the machine is no work, so it has three tries.
      const isLinear = () =>
        millisecondsOf(() => run(large)) <
        32 *
          8 *
          Math.max(
            millisecondsOf(() => run(small)),
            1,
          )
      expect(isLinear() || isLinear() || isLinear()).toBe(true)
    }
  })
})

describe('text of HTML', () => {
  test.each([
    ['<p>One</p><p>Two<br>three</p>', 'One Two three'],
    ['<b>bo</b>ld', 'bold'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    [' a\n\n b&nbsp;c\t', 'a b c'],
    ['Bread &amp; &quot;Butter&quot; &lt;3', 'Bread & "Butter" <3'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['a<script>b</script> <!-- c --><style>d</style>', 'a'],
    ['<img alt="x" src="https://a.example/">', ''],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('is what escaping once made HTML of', () => {
    fc.assert(
      fc.property(hostileHtml.map(htmlToText), (text) => {
        expect(htmlToText(escapeHtml(text))).toBe(text)
        expect(htmlToText(sanitizeHtml(escapeHtml(text)))).toBe(text)
      }),
    )
  })
})

describe('one line of plain text', () => {
  test.each([
    ['  12   High\nStreet ', '12 High Street'],
    ['<b>Rome</b>', 'Rome'],
    [' <i>555</i> 01', '555 01'],
    ['Rock & Roll', 'Rock & Roll'],
    ['Rock &amp; Roll', 'Rock & Roll'],
    ['Rock &amp;amp;amp; Roll', 'Rock & Roll'],
    ['a<script>alert(1)</script><style>x</style>', 'a'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;x', 'x'],
    ['<scr<script></script>ipt>x', 'x'],
    ['&lt;scr&lt;b&gt;ipt&gt;x', ''],
    ['5 < 6', '5 < 6'],
    ['a\0b\u0007c\u0085d', 'abcd'],
    ['0', '0'],
    ['100 % \\ "x" it\'s', '100 % \\ "x" it\'s'],
    ['<b></b>', ''],
    [' \n ', ''],
  ])('%j is %j', (text, line) => {
    expect(plainLine(text)).toBe(line)
  })

  // To a browser these are elements with handlers, whatever their names are.
  test.each([
    ['<x\u00ad onclick=alert(1)>y', 'y'],
    ['<scr\u200dipt onclick=alert(1)>y</scr\u200dipt>', 'y</scr\u200dipt>'],
    ['<ann@x.example onclick=alert(1)>y', 'y'],
    ['a &lt;x.y/onclick=alert(1)&gt; b', 'a b'],
    ['<x.y onclick=alert(1)', ''],
    ['Ann <ann@x.example>, Bob <bob@x.example>', 'Ann <ann@x.example>, Bob <bob@x.example>'],
    ['if x<y.z && u>v', 'if x<y.z && u>v'],
    ['a <b.c "d', 'a <b.c "d'],
  ])('holds no tag of an unheard name, unless it is one without values: %j is %j', (text, line) => {
    expect(plainLine(text)).toBe(line)
  })

  test('holds nothing to be unwrapped, however often it was wrapped', () => {
    const line = plainLine(`&${'amp;'.repeat(50)}lt;script&gt;x`)
    expect(line).not.toMatch(/[<&]/)
    expect(plainLine(line)).toBe(line)
  })

  test('stays as it is when it is written back, as text or as HTML', () => {
    fc.assert(
      fc.property(fc.oneof(hostileHtml, fc.string({ unit: 'binary' })), (text) => {
        const line = plainLine(text)
        expect(plainLine(line)).toBe(line)
        expect(plainLine(escapeHtml(line))).toBe(line)
        expect(line).not.toMatch(/\p{Cc}/u)
        expect(dangersIn(escapeHtml(line))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('escapes everything that means something in HTML', () => {
    expect(escapeHtml(`Rock & <Roll> "it's"`)).toBe('Rock &amp; &lt;Roll&gt; &quot;it&#39;s&quot;')
  })
})

describe('web addresses (D17)', () => {
  test.each(
    words(`
      https://w1.example/a/b?c=d#e http://localhost HTTPS://A.EXAMPLE http://127.0.0.1:8082/wp-json/
      http://[::1]/ https://user:pass@a.example/ https://a.example/it's(1)!*;,@$&+=~_-.%20
    `),
  )('takes %s', (url) => {
    expect(isWebUrl(url)).toBe(true)
  })

  test.each([
    ...[
      '',
      'w4.example',
      '//w5.example',
      'https://w6.example/a b',
      ' https://a.example',
      'https://a.example\n',
    ],
    ...['https://', 'https:///a.example', 'https:a.example', 'https:/a.example', 'https://?x', 'https://#x'],
    ...['ftp://a.example', 'mailto:a@a.example', 'javascript:alert(1)', 'javascript://a.example/%0aalert(1)'],
    ...[
      'data:text/html,x',
      'https://a.example\\b',
      'https:\\\\a.example',
      'https://ä.example',
      'https://a.example/ü',
    ],
    ...[
      'https://a.example/"onclick=',
      'https://a.example/<script>',
      'https://a.example/\0',
      'https://a:99999/',
    ],
  ])('refuses %j', (url) => {
    expect(isWebUrl(url)).toBe(false)
  })
})

describe('a summary', () => {
  test('is the first words of the text, wherever its tags are, and says that there are more', () => {
    fc.assert(
      fc.property(hostileHtml, fc.integer({ min: 1, max: 6 }), (html, most) => {
        const words = htmlToText(html).split(' ')
        const start = words.slice(0, most).join(' ')
        expect(summaryOf(html, most)).toBe(words.length > most ? `${start} …` : start)
      }),
    )
  })

  test.each([
    ['<p>One two</p><p>three</p>', 'One two …'],
    ['one <b>tw</b>o<i>!</i> three', 'one two! …'],
    ['&nbsp;one&nbsp; two <!-- three -->', 'one two'],
    ['', ''],
  ])('of two words of %j is %j', (html, summary) => {
    expect(summaryOf(html, 2)).toBe(summary)
  })
})

describe('numeric references', () => {
  test.each([
    ['9', '\t'],
    ['10', '\n'],
    ['11', ''],
    ['13', ''],
    ['31', ''],
    ['32', ' '],
    ['126', '~'],
    ['127', ''],
    ['159', ''],
    ['160', '\u00a0'],
    ['xd7ff', '\ud7ff'],
    ['xd800', ''],
    ['xdfff', ''],
    ['xe000', '\ue000'],
    ['x10ffff', '\u{10ffff}'],
    ['x110000', ''],
  ])('%s', (code, character) => {
    expect(decodeReferences(`a&#${code};b`)).toBe(`a${character}b`)
  })
})

describe('HTML at its edges', () => {
  test('comments end at their own end, other declarations at the first bracket', () => {
    expect(sanitizeHtml('a<!-- > -->b')).toBe('ab')
    expect(sanitizeHtml('a<!-- x --!>b')).toBe('ab')
    expect(sanitizeHtml('a<!doctype html>b -->c')).toBe('ab --&gt;c')
    expect(sanitizeHtml('a<?x?>b --> c')).toBe('ab --&gt; c')
  })

  test('of a skipped element nothing is left, however deep it is in its own kind', () => {
    expect(sanitizeHtml('a<svg>b<svg>c</svg>d</svg>e')).toBe('ae')
    expect(sanitizeHtml('a<svg/>b')).toBe('ab')
    expect(sanitizeHtml('a<svg><svg/>b</svg>c')).toBe('ac')
  })

  test('of an attribute given twice the first counts, and one without a value is empty', () => {
    expect(sanitizeHtml('<abbr title="a" title="b">x</abbr>')).toBe('<abbr title="a">x</abbr>')
    expect(sanitizeHtml('<abbr title>x</abbr>')).toBe('<abbr title="">x</abbr>')
  })

  test.each(['&#x61;', '&amp;#97;', '&amp;#x61;', '&amp;amp;', '&amp;x1;', '&amp;lt;'])(
    'an address that decodes any further is dropped: %s',
    (reference) => {
      const html = sanitizeHtml(
        `<a href="https://a.example/?${reference.replace('&#x61;', '&amp;#97')}">x</a>`,
      )
      expect(html).toBe('<a>x</a>')
    },
  )

  test('so is the address of an image', () => {
    expect(sanitizeHtml('<img src="https://a.example/?&amp;lt;">')).toBe('<img>')
    expect(sanitizeHtml('<img src="https://a.example/?a&b">')).toBe('<img src="https://a.example/?a&amp;b">')
  })

  test('is stored without blanks around it', () => {
    expect(cleanHtml(' \n<p>a</p> ')).toBe('<p>a</p>')
  })

  test('an address with ampersands that mean nothing is kept', () => {
    expect(sanitizeHtml('<a href="https://a.example/?a=1&b=2&amp;c=3&#">x</a>')).toBe(
      '<a href="https://a.example/?a=1&amp;b=2&amp;c=3&amp;#">x</a>',
    )
    expect(sanitizeHtml('<a href=" https://a.example/a b\n">x</a>')).toBe(
      '<a href="https://a.example/a b">x</a>',
    )
  })

  test('a summary is as many words as asked for, of whatever pieces', () => {
    const html = '<p>one two</p> <b>three</b> four five'
    expect(summaryOf(html, 5)).toBe('one two three four five')
    expect(summaryOf(html, 4)).toBe('one two three four …')
    expect(summaryOf(html, 2)).toBe('one two …')
    expect(summaryOf('a b &amp; c', 3)).toBe('a b & …')
    expect(htmlToText(html)).toBe('one two three four five')
  })

  test('a name that was escaped again and again is plain, and at last without what could be markup', () => {
    const escaped = (times: number) => {
      let text = '<b>'
      for (let round = 0; round < times; round++) text = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return text
    }
    expect(plainLine(`a${escaped(3)}`)).toBe('a')
    expect(plainLine(`a ${escaped(20)}`)).not.toMatch(/[<&]/)
  })

  test('addresses have a host', () => {
    for (const wrong of ['http:///a', 'https:///a', 'HTTP:///a']) expect(isWebUrl(wrong), wrong).toBe(false)
    for (const right of ['http://a.example/http:///b', 'https://a.example/?u=http:///b'])
      expect(isWebUrl(right), right).toBe(true)
  })
})
