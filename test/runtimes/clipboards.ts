/*
 * What programs put onto the clipboard as HTML, shortened, and what must come of it. Written from what these programs are
 * known to write, with invented texts.
 */

interface Clipboard {
  readonly from: string
  readonly html: string
  readonly becomes: string
}

/** Google writes its styles at every run of text. */
const run = (text: string, style = 'font-weight:400;font-style:normal;text-decoration:none') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${text}</span>`
const docs = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f0c2b7e-7fff-0d2c">${body}</b>`
const docsItem = (text: string, level: number) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${run(text)}</p></li>`

const word = (body: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/mia/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-unhide:no; margin:0cm;} @list l0:level1 {mso-level-text:\\F0B7;} --></style>
</head>
<body lang=DE style='tab-interval:35.4pt;word-wrap:break-word'>
<!--StartFragment-->${body}<!--EndFragment-->
</body>
</html>`
const wordItem = (text: string, marker: string, level = 1, place = 'Middle') =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;
mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=DE style='font-family:Symbol;mso-fareast-font-family:
Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><span lang=DE>${text}<o:p></o:p></span></p>`

export const CLIPBOARDS: readonly Clipboard[] = [
  {
    from: 'Google Docs: paragraphs, bold, italic, a link',
    html: docs(
      `<p dir="ltr" style="line-height:1.38;">${run('Join us for ')}${run('free', 'font-weight:700;font-style:normal;text-decoration:none')}${run(' and ')}${run('fun', 'font-weight:400;font-style:italic;text-decoration:none')}${run('.')}</p><br /><p dir="ltr" style="line-height:1.38;">${run('See ')}<a href="https://www.google.com/url?q=https://town.example/fair?a%3D1&amp;sa=D&amp;source=editors&amp;ust=1700000000&amp;usg=AOvVaw" style="text-decoration:none;">${run('the fair', 'font-weight:400;font-style:normal;text-decoration:underline')}</a>${run('.')}</p>`,
    ),
    becomes: `<p>Join us for <strong>free</strong> and <em>fun</em>.</p>
<p>See <a href="https://town.example/fair?a=1">the fair</a>.</p>`,
  },
  {
    from: 'Google Docs: a list with a list in it, written beside its items',
    html: docs(
      `<p dir="ltr">${run('Bring:')}</p><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Food', 1)}<ul style="margin-top:0;">${docsItem('Bread', 2)}${docsItem('Cheese', 2)}</ul>${docsItem('A chair', 1)}</ul><br class="Apple-interchange-newline">`,
    ),
    becomes: `<p>Bring:</p>
<ul><li>Food<ul><li>Bread</li><li>Cheese</li></ul></li><li>A chair</li></ul>`,
  },
  {
    from: 'Google Docs: headings from the first level on, superscript, a table',
    html: docs(
      `<h1 dir="ltr" style="line-height:1.38;">${run('Programme', 'font-weight:400')}</h1><h2 dir="ltr">${run('Friday', 'font-weight:700')}</h2><p dir="ltr">${run('5 m')}<span style="font-size:0.6em;vertical-align:super;">2</span>${run(' and ')}${run('gone', 'font-weight:400;text-decoration:line-through')}</p><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid" colspan="1" rowspan="1"><p dir="ltr">${run('10:00')}</p></td><td><p dir="ltr">${run('Opening', 'font-weight:700')}</p></td></tr></tbody></table></div>`,
    ),
    becomes: `<h2>Programme</h2>
<h3>Friday</h3>
<p>5 m<sup>2</sup> and <s>gone</s></p>
<table><tbody><tr><td>10:00</td><td><strong>Opening</strong></td></tr></tbody></table>`,
  },
  {
    from: 'Google Sheets: cells, some bold',
    html: `<meta name="generator" content="Sheets"/><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Day</td><td style="font-weight:bold;">Band</td></tr><tr><td>Friday</td><td>The Mill</td></tr></tbody></table></google-sheets-html-origin>`,
    becomes:
      '<table><tbody><tr><td><strong>Day</strong></td><td><strong>Band</strong></td></tr><tr><td>Friday</td><td>The Mill</td></tr></tbody></table>',
  },
  {
    from: 'Word: paragraphs in German, bold, an empty paragraph, a bookmark',
    html: word(
      `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=DE style='mso-ansi-language:DE'>Sommerfest</span></b><span lang=DE> im
Park<o:p></o:p></span></p><p class=MsoNormal><span lang=DE><o:p>&nbsp;</o:p></span></p><p class=MsoNormal><a name="_GoBack"></a><i><span lang=DE>Eintritt frei</span></i></p>`,
    ),
    becomes: '<p><strong>Sommerfest</strong> im Park</p>\n<p><em>Eintritt frei</em></p>',
  },
  {
    from: 'Word: a list with bullets, with a list in it',
    html: word(
      `<p class=MsoNormal>Mit:</p>${wordItem('Musik', '·', 1, 'First')}${wordItem('Chor', 'o', 2)}${wordItem('Kapelle', 'o', 2)}${wordItem('Essen', '·', 1, 'Last')}<p class=MsoNormal>Bis bald</p>`,
    ),
    becomes: `<p>Mit:</p>
<ul><li>Musik<ul><li>Chor</li><li>Kapelle</li></ul></li><li>Essen</li></ul>
<p>Bis bald</p>`,
  },
  {
    from: 'Word: a numbered list, then one with bullets',
    html: word(
      `${wordItem('Anmelden', '1.', 1, 'First')}${wordItem('Kommen', '2.', 1, 'Last')}${wordItem('Hut', '§', 1, 'First')}`,
    ),
    becomes: '<ol><li>Anmelden</li><li>Kommen</li></ol>\n<ul><li>Hut</li></ul>',
  },
  {
    from: 'Word: headings, a remark, a tracked deletion, hidden text, a picture of the computer',
    html: word(
      `<h1><span lang=EN-GB>Fair</span></h1><h2>When</h2><p class=MsoNormal>On <del cite="mailto:Mia" datetime="2026-11-01T10:00">Monday</del><ins cite="mailto:Mia" datetime="2026-11-01T10:00" style="text-decoration:none">Tuesday</ins><span class=MsoCommentReference><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[M1]</a></span><span style='display:none;mso-hide:all'>secret</span> <a href="#_Toc1">below</a><img width=10 height=10 src="file:///C:/Users/mia/clip_image001.png"></p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><p class=MsoCommentText>Really?</p></div></div>`,
    ),
    becomes: '<h2>Fair</h2>\n<h3>When</h3>\n<p>On Tuesday below</p>',
  },
  {
    from: 'Word on the web: each item in a list of its own',
    html: `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" xml:lang="EN-US" lang="EN-US" paraid="1"><span data-contrast="auto" class="TextRun SCXW1" style="font-weight:bold" lang="EN-US"><span class="NormalTextRun">Take along</span></span><span class="EOP" data-ccp-props="{}">&nbsp;</span></p></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-font="Symbol" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun" lang="EN-US">Shoes</span><span class="EOP">&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li data-aria-posinset="1" data-aria-level="2" role="listitem"><p class="Paragraph"><span class="TextRun">Boots</span></p></li></ul></div>`,
    becomes: '<p><strong>Take along</strong></p>\n<ul><li>Shoes<ul><li>Boots</li></ul></li></ul>',
  },
  {
    from: 'Outlook: a link that it has wrapped, a picture of the mail, a line above the quoted mail',
    html: word(
      `<div class=WordSection1><p class=MsoNormal><span style='font-size:11.0pt'>Tickets: <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ftown.example%2Ftickets&amp;data=05%7C02%7C&amp;reserved=0">town.example</a><o:p></o:p></span></p><p class=MsoNormal><img border=0 id="x" src="cid:image001.png@01DA" alt="Logo"></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Mia<br><b>Sent:</b> Monday</p></div></div></div>`,
    ),
    becomes: `<p>Tickets: <a href="https://town.example/tickets">town.example</a></p>
<p><strong>From:</strong> Mia<br><strong>Sent:</strong> Monday</p>`,
  },
  {
    from: 'Outlook on the web: a mail laid out by tables',
    html: `<div><table role="presentation" width="600" cellpadding="0"><tbody><tr><td><div style="display:none;max-height:0px;overflow:hidden;">Preview of the mail</div><h1 style="margin:0">Newsletter</h1><table><tbody><tr><td><p style="margin:0">First</p></td><td><p>Second</p></td></tr></tbody></table><img src="https://track.example/o.gif" width="1" height="1" alt=""></td></tr></tbody></table></div>`,
    becomes: '<h2>Newsletter</h2>\n<table><tbody><tr><td>First</td><td>Second</td></tr></tbody></table>',
  },
  {
    from: 'LibreOffice Writer',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head><body lang="de-AT" link="#000080" dir="ltr"><h1 class="western">Konzert</h1><p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt"><b>Samstag</b> und <u>Sonntag</u></font></font></p><p style="margin-bottom: 0cm"><br/>
</p><ol><li><p style="margin-bottom: 0cm">Erstes
Lied</p></li><li><p>Zweites</p></li></ol></body></html>`,
    becomes: `<h2>Konzert</h2>
<p><strong>Samstag</strong> und <u>Sonntag</u></p>
<ol><li>Erstes Lied</li><li>Zweites</li></ol>`,
  },
  {
    from: 'LibreOffice Calc: a table with fonts and comments',
    html: `<html><head><meta name="generator" content="LibreOffice 24.2"/></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left"><font face="Arial">Day</font></td><td align="right" sdval="5" sdnum="1033;">5</td></tr><tr><td colspan=2><b>Sum</b></td></tr></table></body></html>`,
    becomes:
      '<table><tbody><tr><td>Day</td><td>5</td></tr><tr><td colspan="2"><strong>Sum</strong></td></tr></tbody></table>',
  },
  {
    from: 'Apple Pages and TextEdit: classes, blanks that are hard, lists',
    html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta http-equiv="Content-Style-Type" content="text/css"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica}</style></head><body><p class="p1"><b>Walk</b><span class="s1"> at<span class="Apple-converted-space">&nbsp;</span>dawn</span></p><p class="p2"><br></p><ul class="ul1"><li class="li1"><span class="s2"></span>Boots</li><li class="li1">Tea<ul class="ul1"><li class="li1">hot</li></ul></li></ul></body></html>`,
    becomes: '<p><strong>Walk</strong> at dawn</p>\n<ul><li>Boots</li><li>Tea<ul><li>hot</li></ul></li></ul>',
  },
  {
    from: 'Gmail: lines as div, an empty line, a signature, two breaks',
    html: `<div dir="ltr">Dear all,<div><br></div><div>we meet <b>on Friday</b>.<br><br>Bring friends.</div><div><br clear="all"><div><br></div>-- <br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">Mia</div></div></div></div>`,
    becomes: `<p>Dear all,</p>
<p>we meet <strong>on Friday</strong>.</p>
<p>Bring friends.</p>
<p>--</p>
<p>Mia</p>`,
  },
  {
    from: 'Gmail: a quoted mail',
    html: `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mia wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">See you</div></blockquote></div>`,
    becomes: '<p>On Mon, Mia wrote:</p>\n<blockquote><p>See you</p></blockquote>',
  },
  {
    from: 'Notion: a page with a list of tasks and a comment',
    html: `<meta charset='utf-8'><!-- notionvc: 1b1c2d3e-0000-4000-8000-000000000000 --><h1>Festival</h1>
<p>On the <strong>green</strong>, by <code>9</code>.</p>
<ul>
<li>Tents
<ul>
<li>large</li>
</ul>
</li>
<li><a href="https://town.example/map">Map</a></li>
</ul>
<hr>
<blockquote>
<p>All welcome</p>
</blockquote>`,
    becomes: `<h2>Festival</h2>
<p>On the <strong>green</strong>, by <code>9</code>.</p>
<ul><li>Tents<ul><li>large</li></ul></li><li><a href="https://town.example/map">Map</a></li></ul>
<hr>
<blockquote><p>All welcome</p></blockquote>`,
  },
  {
    from: 'a web page by Chrome: computed styles at each element',
    html: `<meta charset='utf-8'><h1 style="box-sizing: border-box; font-weight: 700; color: rgb(0, 0, 0); text-decoration-style: initial;">Night market</h1><p style="color: rgb(33, 37, 41); font-style: normal; font-weight: 400; text-decoration-thickness: initial; display: block;">Open<span style="font-weight: 400;"><span>&nbsp;</span></span><strong style="box-sizing: border-box; font-weight: bolder;">late</strong><em style="font-style: normal;">!</em></p>`,
    becomes: '<h2>Night market</h2>\n<p>Open\u00a0<strong>late</strong>!</p>',
  },
  {
    from: 'a web page: text that only screen readers read, hidden text, buttons, icons',
    html: `<article><h2>Visit <a class="anchor" href="#visit"><svg><title>Link</title></svg></a></h2><p>Mill <span class="sr-only">opens in a new window</span><span style="position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0px, 0px, 0px, 0px);">for readers</span><span style="font-size:0">x</span><span hidden>y</span>road<button>Copy</button></p><p style="visibility:hidden">no</p><script>alert(1)</script></article>`,
    becomes: '<h2>Visit</h2>\n<p>Mill road</p>',
  },
  {
    from: 'a web page: an heading in a link, blocks in inline elements, a script as a link',
    html: `<a href="https://town.example/a"><div><h3>Choir</h3><p>sings</p></div></a><span><p>One</p><p>Two</p></span><a href="javascript:alert(1)">three</a><p><a href="/relative">four</a></p>`,
    becomes: `<h3><a href="https://town.example/a">Choir</a></h3>
<p><a href="https://town.example/a">sings</a></p>
<p>One</p>
<p>Two</p>
<p>three</p>
<p>four</p>`,
  },
  {
    from: 'a web page: items without a list, a definition list, a picture with its caption, code',
    html: `<li>One</li><li>Two</li><dl><dt>Where</dt><dd><p>Mill</p></dd></dl><figure class="wp-block-image"><img src="https://town.example/a.jpg" srcset="b.jpg 2x" alt="A mill" width="600" height="400"><figcaption>The <em>mill</em></figcaption></figure><pre><code>a
  b</code></pre>`,
    becomes: `<ul><li>One</li><li>Two</li></ul>
<dl><dt>Where</dt><dd>Mill</dd></dl>
<figure><img src="https://town.example/a.jpg" alt="A mill"><figcaption>The <em>mill</em></figcaption></figure>
<pre>a
  b</pre>`,
  },
  {
    from: 'Facebook: a link that it has wrapped, emoji as pictures of another host, lines as div',
    html: `<div dir="auto" style="text-align:start">Dance <a href="https://l.facebook.com/l.php?u=https%3A%2F%2Ftown.example%2Fdance%3Ffbclid%3D1&amp;h=AT0" role="link">town.example</a></div><div dir="auto">Sat <span><img height="16" width="16" alt="🎉" src="data:image/png;base64,AAAA"></span></div>`,
    becomes: '<p>Dance <a href="https://town.example/dance?fbclid=1">town.example</a></p>\n<p>Sat</p>',
  },
]
