import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import {
  escapeHtml,
  htmlToText,
  isWebUrl,
  plainLine,
  sanitizeHtml,
  summaryOf,
} from '../../src/domain/html.ts'
import { ATTRIBUTES, GLOBAL_ATTRIBUTES, PLAIN_TAGS } from '../setup/allowed-html.ts'

/** Says what of a piece of HTML a browser would see that it must not; empty when all is well. */
function dangersIn(html: string): string[] {
  const dangers: string[] = []
  const look = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (node.nodeName === '#text') return
    if (!('tagName' in node)) {
      dangers.push(node.nodeName)
      return
    }
    const allowed = ATTRIBUTES[node.tagName]
    if (allowed === undefined || node.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      dangers.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (!allowed?.includes(name) && !GLOBAL_ATTRIBUTES.includes(name))
        dangers.push(`${node.tagName} ${name}`)
      if (['href', 'src', 'cite'].includes(name) && !isHarmlessUrl(value, name))
        dangers.push(`${name}=${value}`)
    }
    node.childNodes.forEach(look)
  }
  parseFragment(html).childNodes.forEach(look)
  return dangers
}

function isHarmlessUrl(value: string, attribute: string): boolean {
  if (!URL.canParse(value, 'https://own.example/events/')) return true
  const url = new URL(value, 'https://own.example/events/')
  if (attribute === 'src') return /^https?:\/\//i.test(value)
  const isAbsolute = /^(https?:\/\/|mailto:)/i.test(value)
  return isAbsolute ? ['http:', 'https:', 'mailto:'].includes(url.protocol) : url.host === 'own.example'
}

const VECTORS = [
  // Elements that run or load something
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script >alert(1)</script >',
  '<script\n>alert(1)</script\t>',
  '<script/>alert(1)</script>',
  '<script/x>alert(1)</script/x>',
  '<script src=//evil.example/x.js></script>',
  '<script src="data:text/javascript,alert(1)">',
  '<script>alert(1)',
  '<script',
  '<script src=x',
  '</script><script>alert(1)</script>',
  '<script><!--<script></script>alert(1)--></script>',
  '<script>"</script><img src=x onerror=alert(1)>"</script>',
  '<<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<scr<!-- -->ipt>alert(1)</script>',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '<script\0>alert(1)</script>',
  '<style>@import "//evil.example/x.css"</style>',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<style><img src=x onerror=alert(1)></style>',
  '<style><!--</style><img src=x onerror=alert(1)>--></style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<link rel=import href="data:text/html,<script>alert(1)</script>">',
  '<base href="javascript:/a/">',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta http-equiv=set-cookie content="a=b">',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<iframe><!--</iframe><img src=x onerror=alert(1)>--></iframe>',
  '<frameset><frame src=javascript:alert(1)></frameset>',
  '<frame src="javascript:alert(1)">',
  '<object data=javascript:alert(1)></object>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
  '<object><param name=src value=javascript:alert(1)></object>',
  '<embed src=javascript:alert(1)>',
  '<applet code=x.class></applet>',
  '<audio src=x onerror=alert(1)></audio>',
  '<video><source onerror=alert(1)></video>',
  '<video poster=javascript:alert(1)//></video>',
  '<form action=javascript:alert(1)><input type=submit></form>',
  '<form><button formaction=javascript:alert(1)>go</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src=x onerror=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<keygen autofocus onfocus=alert(1)>',
  '<isindex action=javascript:alert(1) type=image>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<bgsound src=javascript:alert(1)>',
  '<layer src=//evil.example/></layer>',
  '<xml id=x><a><b>&lt;script>alert(1)&lt;/script></b></a></xml>',
  '<portal src=//evil.example/></portal>',
  '<dialog open onclose=alert(1)>x</dialog>',
  '<slot onslotchange=alert(1)></slot>',
  '<custom-tag onclick=alert(1)>x</custom-tag>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<?php echo "<script>alert(1)</script>" ?>',
  // Event handlers and styles
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)//',
  '<img src=x onerror=alert(1)',
  '<img/src=x/onerror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  '<img\nsrc=x\nonerror=alert(1)>',
  '<img\fsrc=x\fonerror=alert(1)>',
  '<img\rsrc=x\ronerror=alert(1)>',
  '<img\u00a0src=x onerror=alert(1)>',
  '<img src=x oNeRrOr=alert(1)>',
  '<img src=x on\0error=alert(1)>',
  '<img src=`x` onerror=alert(1)>',
  '<img src="`><script>alert(1)</script>`">',
  '<img """><script>alert(1)</script>">',
  '<img alt="x" alt=\'" onerror="alert(1)\'>',
  '<img alt="&quot; onerror=&quot;alert(1)" src=https://a.example/x>',
  '<img alt=\'" onerror="alert(1)\'>',
  '<img alt="><script>alert(1)</script>">',
  '<img alt=x&#34;onerror=alert(1)>',
  '<img width="1 onerror=alert(1)" src=https://a.example/x>',
  '<b onmouseover=alert(1)>x</b>',
  '<b onmouseover  =  "alert(1)">x</b>',
  '<b/onmouseover=alert(1)>x</b>',
  '<b x=">" onclick=alert(1)>x</b>',
  "<b x='>' onclick=alert(1)>x</b>",
  "<b x='\"' onclick=alert(1) y='\"'>x</b>",
  '<b =onclick=alert(1)>x</b>',
  '<b "onclick=alert(1)">x</b>',
  '<b <onclick=alert(1)>x</b>',
  '<body onload=alert(1)>x</body>',
  '<body background=javascript:alert(1)>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="-moz-binding:url(//evil.example/x#y)">x</div>',
  '<details open ontoggle=alert(1)>x</details>',
  '<p id=location name=cookie class=x>clobbering</p>',
  '<img name=body src=https://a.example/x>',
  '<table background=javascript:alert(1)><tr><td background=javascript:alert(1)>x</table>',
  '<a href=# onclick=alert(1) ping=//evil.example/ download>x</a>',
  "<time datetime='\"><script>alert(1)</script>'>x</time>",
  '<abbr title="</abbr><script>alert(1)</script>">x</abbr>',
  // URLs
  '<a href=javascript:alert(1)>x</a>',
  '<a href=JaVaScRiPt:alert(1)>x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\0script:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="\u00a0javascript:alert(1)">x</a>',
  '<a href="\ufeffjavascript:alert(1)">x</a>',
  '<a href="java script:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="javascript&#58;alert(1)">x</a>',
  '<a href="javascript&#x3a;alert(1)">x</a>',
  '<a href="javascript&#0000058alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="java&NewLine;script:alert(1)">x</a>',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<a href="java&#x0A;script:alert(1)">x</a>',
  '<a href="java&#13;script:alert(1)">x</a>',
  '<a href="java&shy;script:alert(1)">x</a>',
  '<a href="&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:alert(1)">x</a>',
  '<a href="&amp;#106;avascript:alert(1)">x</a>',
  '<a href="javascript&amp;colon;alert(1)">x</a>',
  '<a href="javascript:/*--></title></style></textarea></script><svg onload=alert(1)>">x</a>',
  '<a href="javascript://a.example/%0aalert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="livescript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="blob:https://own.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="filesystem:https://own.example/1">x</a>',
  '<a href="view-source:javascript:alert(1)">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="/\\evil.example/">x</a>',
  '<a href="\\\\evil.example/">x</a>',
  '<a href="/\t/evil.example/">x</a>',
  '<a href="/&#9;/evil.example/">x</a>',
  '<a href="&sol;&sol;evil.example/">x</a>',
  '<a href="http:evil.example">x</a>',
  '<a href="https:/\\evil.example">x</a>',
  '<a href="x" href="javascript:alert(1)">x</a>',
  '<a href="javascript:alert(1)" href="x">x</a>',
  '<a xlink:href=javascript:alert(1)>x</a>',
  '<a href=javascript:alert(1)//<b>x</b></a>',
  '<a target=_blank href=https://evil.example/ rel=opener>x</a>',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src=/local.png srcset="javascript:alert(1) 1x">',
  '<img src=x lowsrc=javascript:alert(1) dynsrc=javascript:alert(1)>',
  '<image src=x onerror=alert(1)>',
  '<blockquote cite=javascript:alert(1)>x</blockquote>',
  '<q cite="java&#x0d;script:alert(1)">x</q>',
  // Foreign content and the mutations that parsers make of it
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href=data:,alert(1) /></svg>',
  '<svg><a xlink:href=javascript:alert(1)><text y=9>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set attributeName=onmouseover to=alert(1)></svg>',
  '<svg><foreignObject><iframe onload=alert(1)></foreignObject></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>"></svg>',
  '<svg><title><img src=x onerror=alert(1)></title></svg>',
  '<svg><desc><b></svg><img src=x onerror=alert(1)></desc>',
  '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  '<svg/><img src=x onerror=alert(1)>',
  '</svg><svg><svg></svg><img src=x onerror=alert(1)>',
  '<math href=javascript:alert(1)>x</math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math><mi><b></mi><script>alert(1)</script></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<noframes><img src=x onerror=alert(1)></noframes>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<textarea></textarea ><script>alert(1)</script>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing><img src=x onerror=alert(1)></listing>',
  '<template><script>alert(1)</script></template>',
  '<template><template></template><img src=x onerror=alert(1)></template>',
  '<head><script>alert(1)</script></head>',
  '<html manifest=javascript:alert(1)><body><img src=x onerror=alert(1)></body></html>',
  '<table><tr><td><svg><td><style><img src=x onerror=alert(1)>',
  '<table><style><td><a title="</style><img src=x onerror=alert(1)>">',
  '<select><table><td><img src=x onerror=alert(1)></td></table></select>',
  '<p><a title="</p><img src=x onerror=alert(1)>">x</a></p>',
  // Comments, declarations and broken tags
  '<!--><img src=x onerror=alert(1)>-->',
  '<!---><img src=x onerror=alert(1)>-->',
  '<!--!><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<!-- <!-- --><img src=x onerror=alert(1)> -->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![if true]><script>alert(1)</script><![endif]>',
  '<!doctype html><script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y "<script>alert(1)</script>">]>&y;',
  '<!ATTLIST x onerror CDATA "alert(1)"><img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!><img src=x onerror=alert(1)>',
  '</><img src=x onerror=alert(1)>',
  '</ script><img src=x onerror=alert(1)>',
  '</b onclick=alert(1)>',
  '</p><p onclick=alert(1)>',
  '<img src=x onerror=alert(1) <b>x</b>',
  '<a href="https://a.example/\'onclick=alert(1)//">x</a>',
  "<a href='https://a.example/\"onclick=alert(1)//'>x</a>",
  '<a href="https://a.example/ onclick=alert(1)>x</a><a href=">y</a>',
  "<a title='\"><img src=x onerror=alert(1)>'>x</a>",
  '<a title="&quot;><img src=x onerror=alert(1)>">x</a>',
  '<a title="&#60;script&#62;">x</a>',
  '<a lang="x&quot; onclick=alert(1)">x</a>',
  '<a dir=\'ltr" onclick="alert(1)\'>x</a>',
  '< script>alert(1)</ script>',
  '<\tscript>alert(1)</script>',
  '＜script＞alert(1)＜/script＞',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '&LT;script&GT;alert(1)',
  '&lt&#115cript&gt alert(1)',
  '&amp;lt;script&amp;gt;alert(1)',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  `${'<b><i><u>'.repeat(200)}<img src=x onerror=alert(1)>`,
  `${'<div>'.repeat(600)}<script>alert(1)</script>`,
]

const pieceOf = fc.constantFrom(
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\t',
    '\r',
    '\0',
    '\u00a0',
    '&',
    ';',
    '#',
    '&#',
    '&#x',
    '-->',
  ],
  ...[
    '<!--',
    '--!>',
    '<!',
    '<?',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&nbsp;',
    '&colon;',
    '&#0;',
  ],
  ...[
    '&copy',
    '&copy;',
    '&foo;',
    '60',
    '3c',
    'amp',
    'lt;',
    'a',
    'b',
    'x',
    'p',
    'li',
    'td',
    'script',
    'style',
    'svg',
  ],
  ...[
    '<a ',
    '<a href=',
    '<a href="',
    'javascript:',
    'https://a.example/',
    '//',
    '\\',
    ':',
    '?',
    'mailto:',
    '</a>',
  ],
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<div>',
    '</div>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<dl><dt>',
  ],
  ...[
    '<dd>',
    '<table>',
    '<tbody>',
    '<tr>',
    '<td>',
    '<th>',
    '</tr>',
    '</table>',
    '<caption>',
    '<hr>',
    '<br/>',
    '<img ',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '<svg/>',
    '</svg>',
    '<math>',
    '<title>',
    '</title>',
  ],
  ...[
    '<template>',
    '</template>',
    '<textarea>',
    '<plaintext>',
    '<h1>',
    '<h2>',
    '</h1>',
    '<ol start=',
    '<pre>\n',
  ],
  ...[
    ' onerror=alert(1)',
    ' title=',
    ' target=_blank',
    ' rel=',
    'noopener',
    ' src=',
    ' lang=en',
    ' dir=rtl',
    'é',
    '😀',
  ],
  ...['\ud83d', 'İ', '\u2028', '\u0085', '%0a', 'text'],
)
const hostileHtml = fc.array(pieceOf, { maxLength: 40 }).map((pieces) => pieces.join(''))

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
    const tag = fc.constantFrom(...PLAIN_TAGS, 'a', 'ol', 'td', 'th')
    const tags = fc.array(
      fc.oneof(
        tag,
        tag.map((name) => `/${name}`),
      ),
      { maxLength: 25 },
    )
    const html = tags.map((names) => names.map((name) => `<${name}>x`).join(''))
    fc.assert(
      fc.property(fc.oneof(html, hostileHtml), (source) => {
        const clean = sanitizeHtml(source)
        for (const [before, after] of [
          ['<div>', '</div>'],
          ['<table><tbody><tr><td>', '</td></tr></tbody></table>'],
        ]) {
          const shown = parseFragment(`${before}${clean}${after}<hr><wbr>`).childNodes
          expect(shown.map((node) => node.nodeName).slice(1)).toEqual(['hr', 'wbr'])
        }
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps a hundred levels, and the text of deeper ones', () => {
    const clean = sanitizeHtml(`${'<div>'.repeat(1000)}x`)
    expect(clean).toBe(`${'<div>'.repeat(100)}x${'</div>'.repeat(100)}`)
  })
})

describe('work in proportion to the length', () => {
  const rooms = { sanitizeHtml, htmlToText, plainLine }
  const PIECES = [
    ...[
      '<',
      '<a ',
      '<a',
      '<a@ ',
      '<a@ b="',
      '</a ',
      '&',
      '&#',
      '&#x1',
      '&a',
      '&amp;',
      '<!--',
      '<!x',
      '<?',
      '<![CDATA[',
      '<a b="',
      '<a "',
    ],
    ...[
      '<a b=\'x b="',
      '<a b = ',
      '<script>',
      '<script></scrip',
      '<svg>',
      '</b>',
      '<b>',
      '<table><tr><td>',
      '<li>',
    ],
    ...[' ', '/', '=', '"', '\0', '\r', '-', '<a href="&'],
  ]
  const millisecondsOf = (work: () => unknown): number => {
    // Of the processor: what else the machine does is not counted.
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }

  test.each(PIECES)('for a megabyte of %j', { timeout: 60_000 }, (piece) => {
    for (const run of Object.values(rooms)) {
      const small = piece.repeat(2 ** 15 / piece.length)
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
  test.each([
    'https://w1.example/a/b?c=d#e',
    'http://localhost',
    'HTTPS://A.EXAMPLE',
    'http://127.0.0.1:8082/wp-json/',
    'http://[::1]/',
    'https://user:pass@a.example/',
    "https://a.example/it's(1)!*;,@$&+=~_-.%20",
  ])('takes %s', (url) => {
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
