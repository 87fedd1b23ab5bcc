/*
 * The style of the pages: custom properties, and class names that stay. `docs/site.md` lists both.
 */

export const STYLE = `@layer kalends{
:root{--kalends-accent:#0b6170;--kalends-font:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;--kalends-radius:.5rem;--kalends-space:1}
.kalends,.kalends-body,.kalends-skip{--paper:#fff;--sunk:#f3f5f5;--ink:#151b1d;--soft:#535e63;--line:#dce1e3;--edge:#828d92;--accent:#0b6170;--on-accent:#fff;--tint:#eaf0f1;--bad:#a3181c;--bad-tint:#fdf0ef;--warn:#7a4700;--warn-tint:#fcf3e3;--s:calc(.25rem*var(--kalends-space));--gutter:clamp(1rem,4vw,2.5rem);--rail:10rem;--time:7.5rem;color-scheme:light dark}
@supports (color:oklch(from red l c h)){.kalends,.kalends-body,.kalends-skip{--accent:oklch(from var(--kalends-accent) min(l,.48) c h);--tint:color-mix(in srgb,var(--accent) 9%,var(--paper))}}
@media (prefers-color-scheme:dark){.kalends,.kalends-body,.kalends-skip{--paper:#121617;--sunk:#1b2123;--ink:#eaeeef;--soft:#a7b2b6;--line:#2d3538;--edge:#707c81;--accent:#82cbdc;--on-accent:#0d1516;--tint:#1b2326;--bad:#ff9c96;--bad-tint:#34191a;--warn:#f2c27b;--warn-tint:#2f2412}
@supports (color:oklch(from red l c h)){.kalends,.kalends-body,.kalends-skip{--accent:oklch(from var(--kalends-accent) max(l,.8) min(c,.1) h);--tint:color-mix(in srgb,var(--accent) 9%,var(--paper))}}}
.kalends-root{-webkit-text-size-adjust:100%;text-size-adjust:100%}
.kalends-body{margin:0;background:var(--paper);min-height:100vh;display:flex;flex-direction:column}
.kalends{box-sizing:border-box;width:100%;background:var(--paper);color:var(--ink);font:400 1rem/1.5 var(--kalends-font);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
.kalends *,.kalends ::before,.kalends ::after{box-sizing:border-box}
.kalends :where(h1,h2,h3,p,ul,ol,dl,dd,figure,fieldset){margin:0;padding:0;border:0;min-width:0}
.kalends :where(nav ul,.kalends-rows,.kalends-dates,.kalends-adds,.kalends-feeds,.kalends-footer ul,.kalends-jump ul){list-style:none}
:where(.kalends) a{text-decoration:underline}
.kalends a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.2em}
.kalends a:hover{text-decoration-thickness:2px}
.kalends :focus-visible,.kalends input:focus-within,.kalends-skip:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:3px}
.kalends-page:focus{outline:0}
.kalends.kalends-long-times{--time:9.25rem}
.kalends img{max-width:100%}
.kalends-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.kalends-skip{position:absolute;inset-inline-start:var(--gutter);top:-10rem;z-index:9;padding:.6rem 1rem;background:var(--accent);color:var(--on-accent);font:600 1rem/1.5 var(--kalends-font);border-radius:var(--kalends-radius)}
.kalends-skip:focus{top:.5rem}
.kalends-bar,.kalends-page{max-width:calc(72rem + 2*var(--gutter));margin-inline:auto;padding-inline:var(--gutter)}
.kalends-page-month{max-width:calc(clamp(72rem,78vw,94rem) + 2*var(--gutter))}
.kalends-header{border-bottom:1px solid var(--line)}
.kalends-header .kalends-bar{min-height:4rem;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;column-gap:2rem}
.kalends .kalends-name{display:inline-flex;align-items:center;gap:.6rem;min-height:2.75rem;color:inherit;text-decoration:none;font-size:1.0625rem;font-weight:600}
.kalends .kalends-name img{height:1.75rem;width:auto}
.kalends-header nav ul{display:flex;flex-wrap:wrap;gap:0 1.5rem;font-size:.9375rem}
.kalends-header nav a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;text-decoration:none}
.kalends-header nav a:hover{text-decoration:underline}
.kalends-page{flex:1 0 auto;padding-block:calc(12*var(--s)) calc(18*var(--s))}
.kalends-footer{border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.kalends-footer .kalends-bar{padding-block:1.25rem;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 2rem}
.kalends-footer ul{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.kalends-footer a{color:inherit;display:inline-flex;align-items:center;min-height:2.25rem}
.kalends h1{font-size:clamp(1.75rem,1.1rem + 3.2vw,3.25rem);line-height:1.06;font-weight:600;letter-spacing:-.012em;text-wrap:balance}
.kalends h1.kalends-long{font-size:clamp(1.75rem,1.3rem + 1.8vw,2.5rem);line-height:1.12}
.kalends-lead{font-size:1.25rem;line-height:1.4}
.kalends-top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:1rem}
.kalends-top h1{margin-inline-end:auto}
.kalends-page>p+p{margin-top:1rem}
.kalends-page>h1+.kalends-lead,.kalends-top+.kalends-lead{margin-top:1rem;max-width:44rem}
.kalends-switch ul{display:flex;border:1px solid var(--edge);border-radius:var(--kalends-radius);font-size:.9375rem}
.kalends-switch li{flex:1}
.kalends-switch li+li{border-inline-start:1px solid var(--edge)}
.kalends-switch a{display:flex;align-items:center;justify-content:center;min-height:2.75rem;padding-inline:1.1rem;color:inherit;text-decoration:none;font-weight:500;white-space:nowrap}
.kalends-switch a:hover{background:var(--sunk)}
.kalends-switch li:first-child a{border-start-start-radius:calc(var(--kalends-radius) - 1px);border-end-start-radius:calc(var(--kalends-radius) - 1px)}
.kalends-switch li:last-child a{border-start-end-radius:calc(var(--kalends-radius) - 1px);border-end-end-radius:calc(var(--kalends-radius) - 1px)}
.kalends-switch [aria-current]{background:var(--tint);color:var(--accent);font-weight:600}
.kalends-button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.4rem 1.15rem;border:1px solid var(--accent);border-radius:var(--kalends-radius);background:var(--accent);font:600 .9375rem/1.4 var(--kalends-font);text-decoration:none;cursor:pointer;text-align:center}
.kalends a.kalends-button,.kalends-button{color:var(--on-accent)}
.kalends-button:hover{background:color-mix(in srgb,var(--accent) 85%,var(--ink))}
.kalends a.kalends-quiet{background:transparent;border-color:var(--edge);color:var(--ink)}
.kalends a.kalends-quiet:hover{background:var(--sunk)}
.kalends .kalends-button:focus-visible{border-radius:var(--kalends-radius)}
.kalends-filters{margin-top:1.5rem;background:var(--sunk);border-radius:.75rem}
.kalends-filters>summary{display:flex;align-items:center;justify-content:space-between;min-height:2.75rem;padding-inline:1rem;font-weight:600;cursor:pointer;list-style:none}
.kalends summary::-webkit-details-marker{display:none}
.kalends-filters>summary::after,.kalends-value::after,.kalends-field-venue::after{content:"";width:.45rem;height:.45rem;border:solid currentColor;border-width:0 1.5px 1.5px 0;rotate:45deg;translate:0 -.15rem;flex:none}
.kalends-filters[open]>summary::after,.kalends-menu[open] .kalends-value::after{rotate:225deg;translate:0 .1rem}
.kalends-filters form{padding:1rem}
.kalends-fields{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;align-items:start}
.kalends-field{display:flex;flex-direction:column;gap:.35rem;position:relative}
.kalends :where(label,.kalends-label){font-size:.875rem;font-weight:500;line-height:1.3}
.kalends :where(input,select,textarea,.kalends-value){width:100%;min-width:0;min-height:2.75rem;padding:.4rem .75rem;border:1px solid var(--edge);border-radius:var(--kalends-radius);background:var(--paper);color:var(--ink);font:400 1rem/1.4 var(--kalends-font)}
.kalends select{appearance:none;padding-inline-end:2rem;text-overflow:ellipsis}
.kalends-field-venue::after{position:absolute;inset-inline-end:.85rem;bottom:1.2rem;pointer-events:none}
.kalends :where(input,textarea)[aria-invalid]{border:2px solid var(--bad)}
.kalends-problem{color:var(--bad);font-size:.875rem;font-weight:500}
.kalends-menu>summary{list-style:none;display:flex;flex-direction:column;gap:.35rem;cursor:pointer}
.kalends-value{display:flex;align-items:center;justify-content:space-between;gap:.5rem}
.kalends-menu>fieldset{max-height:22rem;overflow:auto;margin-top:.25rem;padding:.5rem .75rem;background:var(--paper);border:1px solid var(--edge);border-radius:var(--kalends-radius)}
.kalends-check{display:flex;align-items:center;gap:.6rem;min-height:2.25rem;font-size:.9375rem;font-weight:400}
.kalends-check input{width:1.2rem;height:1.2rem;min-height:0;margin:0;flex:none;accent-color:var(--accent)}
.kalends-checks{display:flex;flex-wrap:wrap;gap:0 2rem;margin-top:.5rem}
.kalends-summary{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.5rem 2rem;margin-top:1.5rem;font-size:.9375rem}
.kalends-words{line-height:2.25rem}
.kalends-words strong{font-weight:600}
.kalends a.kalends-chip{display:inline-flex;align-items:center;gap:.35rem;min-height:2rem;padding-inline:.75rem;border-radius:1rem;background:var(--tint);font-weight:500;line-height:1.3;text-decoration:none}
.kalends a.kalends-chip:hover{text-decoration:line-through}
.kalends .kalends-chip:focus-visible{border-radius:1rem}
.kalends-feeds,.kalends-adds{display:flex;align-items:baseline;flex-wrap:wrap;gap:.25rem 1rem;color:var(--soft)}
.kalends-feeds a,.kalends-adds a{display:inline-block;padding-block:.15rem}
.kalends-days{margin-top:2rem;border-bottom:1px solid var(--ink)}
.kalends-day{border-top:1px solid var(--ink);scroll-margin-top:1rem}
.kalends-rail{font-size:.875rem;line-height:1.35;font-weight:400}
.kalends-number{font-variant-numeric:tabular-nums;letter-spacing:-.04em;font-weight:600;font-size:1.5rem;line-height:1}
.kalends-weekday{font-weight:600}
.kalends-month-name{color:var(--soft)}
.kalends-now{color:var(--accent);font-weight:600}
.kalends-is-today .kalends-number{color:var(--accent)}
h2.kalends-rail{display:flex;align-items:baseline;gap:.5rem;position:sticky;top:0;z-index:2;margin-inline:calc(-1*var(--gutter));padding:.85rem var(--gutter) .75rem;background:var(--paper);border-bottom:1px solid var(--line)}
h2.kalends-rail .kalends-now{margin-inline-start:auto}
.kalends-row{position:relative;display:grid;grid-template-columns:minmax(0,1fr) auto;column-gap:1rem;padding-block:1.125rem;align-items:start}
.kalends-row+.kalends-row{border-top:1px solid var(--line)}
.kalends-rows>:last-child{padding-bottom:1.375rem}
.kalends-time{grid-column:1;font-variant-numeric:tabular-nums;font-size:1rem;font-weight:500;line-height:1.4}
.kalends-time time{white-space:nowrap}
.kalends-time small{font-size:.8125rem;font-weight:400;color:var(--soft);margin-inline-start:.4rem}
.kalends-what{grid-column:1;min-width:0}
.kalends h3{font-size:1.125rem;line-height:1.3;font-weight:600;letter-spacing:-.011em}
.kalends h3 a{color:inherit;text-decoration:none}
.kalends h3 a::after{content:"";position:absolute;inset:0 -.6rem;border-radius:var(--kalends-radius)}
.kalends h3 a:hover{text-decoration:underline 2px}
.kalends h3 a:focus-visible{outline:0}
.kalends h3 a:focus-visible::after{outline:3px solid var(--accent);outline-offset:0}
.kalends-place{margin-top:.15rem;font-size:.9375rem;line-height:1.4;color:var(--soft)}
.kalends-excerpt{margin-top:.5rem;font-size:1rem;line-height:1.55}
.kalends-picture{grid-column:2;grid-row:1/span 3;width:5.5rem;height:5.5rem;object-fit:cover;border-radius:var(--kalends-radius);background:var(--sunk)}
.kalends-off h3,.kalends-off .kalends-time time{color:var(--soft)}
.kalends-off h3{text-decoration:line-through}
.kalends-featured h3{font-size:1.375rem;line-height:1.2;letter-spacing:-.016em}
.kalends-featured .kalends-picture{grid-column:1/-1;grid-row:auto;order:-1;width:100%;height:auto;aspect-ratio:16/9;margin-bottom:.75rem;border-radius:.75rem}
.kalends-badge{display:inline-block;margin-inline-end:.35rem;padding:.05rem .5rem;border-radius:.3125rem;background:var(--sunk);color:var(--ink);font-size:.8125rem;font-weight:600;line-height:1.25rem;border:1px solid transparent}
.kalends-badge.kalends-bad{background:var(--bad-tint);color:var(--bad)}
.kalends-badge.kalends-warn{background:var(--warn-tint);color:var(--warn)}
.kalends-pager,.kalends-neighbours{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:1rem;margin-top:1.5rem}
.kalends-of{color:var(--soft);font-size:.9375rem}
.kalends-empty{margin-top:2rem;padding-block:1.5rem;border-block:1px solid var(--ink);display:grid;gap:.75rem;justify-items:start}
.kalends-empty h2{font-size:1.25rem;line-height:1.3;font-weight:600}
.kalends-back{margin-bottom:1.5rem;font-size:.9375rem}
.kalends-band{margin-bottom:2rem;margin-inline:calc(-1*var(--gutter));padding:1rem var(--gutter);background:var(--sunk)}
.kalends-band strong{display:block;font-size:1.25rem;line-height:1.4;font-weight:600}
.kalends-band.kalends-bad{background:var(--bad-tint)}.kalends-band.kalends-bad strong{color:var(--bad)}
.kalends-band.kalends-warn{background:var(--warn-tint)}.kalends-band.kalends-warn strong{color:var(--warn)}
.kalends-event>.kalends-rail{display:flex;align-items:baseline;gap:.5rem;margin-bottom:.5rem}
.kalends-status>.kalends-number{color:var(--soft)}
.kalends-when{margin-top:1rem;font-size:1.25rem;line-height:1.4;font-weight:600}
.kalends-when s{color:var(--soft)}
.kalends-unbroken{white-space:nowrap}
.kalends-where{font-size:1.25rem;line-height:1.4;color:var(--soft)}
.kalends .kalends-where a{color:inherit}
.kalends-head .kalends-lead{margin-top:1rem;max-width:44rem}
.kalends-head .kalends-adds{margin-top:.75rem}
.kalends-figure{margin:1.5rem calc(-1*var(--gutter)) 0;background:var(--sunk)}
.kalends-big{display:block;width:100%;height:auto;aspect-ratio:3/2;object-fit:cover}
.kalends-contain{object-fit:contain}
.kalends-facts{margin-top:1.75rem;line-height:1.5}
.kalends-facts .kalends-button{width:100%}
.kalends-facts .kalends-adds{margin-top:.6rem;font-size:.9375rem}
.kalends-facts dl{display:grid;grid-template-columns:1fr 1fr;gap:1rem 1.5rem;margin-top:1.5rem}
.kalends-fact:first-child,.kalends-fact:nth-last-child(-n+2):not(:nth-child(-n+3)){grid-column:1/-1}
.kalends-fact dt{font-size:.875rem;color:var(--soft)}
.kalends-venue+.kalends-venue{margin-top:.75rem}
.kalends-geo{margin-inline-start:.5rem}
.kalends-text{margin-top:2rem;max-width:38rem;font-size:1.0625rem;line-height:1.65}
.kalends-text>*+*{margin-top:1rem}
.kalends-text>p:first-child{font-size:1.25rem;line-height:1.5}
.kalends-text :where(ul,ol){padding-inline-start:1.3rem;list-style:disc}
.kalends-text :where(ol){list-style:decimal}
.kalends-text :where(h1,h2,h3,h4){font-size:1.25rem;line-height:1.3;font-weight:600;letter-spacing:0}
.kalends-text h3 a{color:var(--accent);text-decoration:underline}.kalends-text h3 a::after{content:none}
.kalends-text img{height:auto;border-radius:var(--kalends-radius)}
.kalends-text pre{white-space:pre-wrap}
.kalends-table{overflow-x:auto}
.kalends-section{margin-top:3rem;padding-top:1.125rem;border-top:1px solid var(--ink)}
.kalends-section h2{font-size:1.25rem;line-height:1.3;font-weight:600}
.kalends-dates{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
.kalends-dates a,.kalends-rest summary{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:1.05rem;border:1px solid var(--line);border-radius:var(--kalends-radius);color:inherit;text-decoration:none;font-size:.9375rem;font-weight:500;cursor:pointer}
.kalends-dates a:hover{border-color:var(--accent);color:var(--accent)}
.kalends-rest summary{margin-top:.5rem;list-style:none}
.kalends-neighbours{margin-top:3rem;padding-top:1.5rem;border-top:1px solid var(--ink);align-items:start}
.kalends-neighbours a{display:block;color:inherit;text-decoration:none;font-weight:600;max-width:48%}
.kalends-neighbours a:hover span{text-decoration:underline 2px}
.kalends-neighbours small{display:block;font-size:.9375rem;font-weight:400;color:var(--soft)}
.kalends-after{text-align:end}
.kalends-search{margin-top:1.5rem;max-width:34rem}
.kalends-search>div{display:flex;gap:.5rem;margin-top:.35rem}
.kalends-search .kalends-problem{margin-top:.35rem}
.kalends-search .kalends-button{flex:none}
.kalends-form{display:grid;grid-template-columns:minmax(0,1fr);gap:1.1rem;max-width:38rem;margin-top:1.5rem}
.kalends-trap{position:absolute;inset-inline-start:-100vw}
.kalends-jump{margin-top:1.5rem}
.kalends-jump-days{display:grid;grid-template-columns:repeat(7,minmax(0,1fr));text-align:center;font-size:.9375rem}
div.kalends-jump-days{color:var(--soft);font-size:.8125rem;margin-bottom:.25rem}
.kalends-jump :is(a,li>span){display:flex;position:relative;align-items:center;justify-content:center;width:min(2.75rem,100%);height:2.75rem;margin:auto;border-radius:50%;color:var(--soft);text-decoration:none}
.kalends-jump a{color:var(--ink);font-weight:600}
.kalends-jump a::after{content:"";position:absolute;bottom:.3rem;width:.25rem;height:.25rem;border-radius:50%;background:var(--accent)}
.kalends-jump [aria-current]{background:var(--accent);color:var(--on-accent)}
.kalends-jump [aria-current]::after{background:var(--on-accent)}
.kalends-jump a:focus-visible{border-radius:50%}
.kalends-cut,.kalends-begin,.kalends-more,.kalends-gap,.kalends-follows,.kalends-again,.kalends-weekdays,.kalends-outside,.kalends-none{display:none}
.kalends-grid{margin-top:1.5rem}
.kalends-cell{border-top:1px solid var(--ink);scroll-margin-top:1rem}
.kalends-page-month .kalends-summary{margin-top:1.5rem}
.kalends-printed{display:none}
@media (max-width:47.99rem){.kalends{hyphens:auto}.kalends-switch li{flex:1 1 auto}.kalends .kalends-switch a{padding-inline:.5rem;white-space:normal;text-align:center}.kalends-switch,.kalends-top h1{width:100%}.kalends-months ul{border:0;flex-wrap:wrap;justify-content:space-between}.kalends-months li{border:0!important;flex:none}.kalends-months a{padding:0;text-decoration:underline;color:var(--accent)}.kalends-months{order:3}.kalends-pager{justify-content:center}.kalends-pager .kalends-of{order:3;width:100%;text-align:center}.kalends-pager>span:not(.kalends-of){flex:1;display:flex}.kalends-pager>span>.kalends-button{flex:1}.kalends-pager>span:empty{display:none}.kalends-neighbours a{max-width:none;width:100%;text-align:start}}
@media (max-width:22.49rem){.kalends-facts dl{grid-template-columns:1fr}.kalends-fact{grid-column:1/-1}}
@media (min-width:48rem){
.kalends,.kalends-body{--rail:8.75rem}
.kalends-fields{grid-template-columns:repeat(3,minmax(0,1fr))}
.kalends-menu[open]>fieldset{position:absolute;z-index:5;inset-inline:0;min-width:14rem;box-shadow:0 8px 24px rgb(0 0 0/.16)}
@supports selector(::details-content){.kalends-filters:not(.kalends-folded)>summary{display:none}.kalends-filters:not(.kalends-folded)::details-content{content-visibility:visible;display:block;block-size:auto}}
.kalends-day{display:grid;grid-template-columns:var(--rail) minmax(0,1fr);column-gap:2rem}
.kalends-day>h2.kalends-rail{display:grid;grid-template:auto auto auto 1fr/minmax(3.1rem,auto) 1fr;gap:0 .8rem;align-items:start;align-self:start;top:1rem;margin:0;padding:1.125rem 0 1.375rem;border:0}
.kalends-day>.kalends-rail .kalends-number{grid-row:1/span 4;font-size:2.75rem}
.kalends-day>.kalends-rail :is(.kalends-weekday,.kalends-month-name,.kalends-now){grid-column:2;margin:0}
.kalends-day .kalends-row,.kalends-section .kalends-row{grid-template-columns:var(--time) minmax(0,1fr) auto;column-gap:1.5rem}
:is(.kalends-day,.kalends-section) .kalends-time{padding-top:.1rem}
:is(.kalends-day,.kalends-section) .kalends-time :is(time,small){display:block;margin:0}
:is(.kalends-day,.kalends-section) .kalends-time small{margin-top:.15rem}
:is(.kalends-day,.kalends-section) .kalends-what{grid-column:2;grid-row:1}
.kalends-day .kalends-picture{grid-column:3;grid-row:1;width:7.5rem;height:5rem}
.kalends-day .kalends-featured .kalends-picture{grid-column:3;order:0;width:17rem;height:11.3125rem;aspect-ratio:auto;margin:0}
.kalends h3{font-size:1.1875rem;line-height:1.625rem}
.kalends-featured h3{font-size:1.625rem;line-height:1.2}
.kalends-event{display:grid;grid-template-columns:var(--rail) minmax(0,1fr);column-gap:2rem}
.kalends-event>.kalends-rail{display:grid;grid-template:auto 1fr/auto 1fr;gap:0 .8rem;align-items:start;padding-top:.3rem;margin:0}
.kalends-event>.kalends-rail>.kalends-number{grid-row:1/span 2;font-size:2.75rem}
.kalends-event>p.kalends-number{font-size:2.75rem}
.kalends-event>:not(.kalends-rail){grid-column:2}
.kalends-event>.kalends-figure{grid-column:1/-1;margin-inline:0;border-radius:.75rem;overflow:hidden}
.kalends-big{aspect-ratio:16/9}
.kalends-band{display:grid;grid-template-columns:var(--rail) minmax(0,1fr);column-gap:2rem;margin-inline:-1.5rem;padding:1rem 1.5rem;border-radius:.75rem}
.kalends-section{display:grid;grid-template-columns:var(--rail) minmax(0,1fr);column-gap:2rem}
.kalends-section h2{font-size:1rem;line-height:1.4}
.kalends-section .kalends-rows{margin-top:-1.125rem}
.kalends-dates{margin-top:0}
}
@media (min-width:60rem){
.kalends,.kalends-body{--rail:10rem}
.kalends-fields{grid-template-columns:minmax(9rem,1.4fr) 9.75rem 9.75rem minmax(0,1fr) minmax(0,1fr) auto}
.kalends-fields .kalends-button{margin-top:1.5rem}
.kalends-event{grid-template-columns:var(--rail) minmax(0,1fr) 18rem}
.kalends-event>.kalends-head{grid-column:2/4;padding-inline-end:6rem}
.kalends-event>.kalends-figure{grid-column:1/3;align-self:start}
.kalends-event>.kalends-facts{grid-column:3;grid-row:2/span 3;margin-inline-start:1rem}
.kalends-event>.kalends-text{grid-column:2}
.kalends-facts dl{grid-template-columns:minmax(0,1fr)}
.kalends-event:is(.kalends-plain)>.kalends-facts{margin-top:1.75rem}
.kalends-jump{display:none}
}
@media print,(min-width:60rem){
.kalends-grid{border-top:0}
.kalends-weekdays,.kalends-week{display:grid;grid-template-columns:repeat(7,minmax(0,1fr))}
.kalends-weekdays{border-bottom:1px solid var(--ink);font-size:.875rem;font-weight:600}
.kalends-weekdays span{padding:.5rem .625rem}
.kalends-week{border-bottom:1px solid var(--line)}
.kalends-cell,.kalends-cell.kalends-none,.kalends-cell.kalends-outside{display:block;border:0;min-height:8.5rem;padding:.5rem 0 .625rem;font-size:.8125rem;line-height:1.125rem}
.kalends-cell+.kalends-cell{border-inline-start:1px solid var(--line)}
.kalends-cell.kalends-outside{background:var(--sunk)}
.kalends-cell.kalends-outside :is(a,.kalends-number){color:var(--soft)}
.kalends-cell>h2.kalends-rail{position:static;display:block;margin:0 0 .25rem;padding:0 .625rem;border:0;background:none}
.kalends-cell .kalends-number{display:inline-block;font-size:1rem;line-height:1.75rem;letter-spacing:0}
.kalends-cell .kalends-is-today .kalends-number{min-width:1.75rem;margin-inline-start:-.4rem;border-radius:1rem;background:var(--accent);color:var(--on-accent);text-align:center}
.kalends-cell :is(.kalends-weekday,.kalends-month-name,.kalends-now){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.kalends-cell .kalends-row{display:block;padding:0 .625rem .375rem;border:0}
.kalends-cell .kalends-begin{display:inline;color:var(--soft);font-variant-numeric:tabular-nums}
.kalends-cell :is(.kalends-time,.kalends-place,.kalends-excerpt,.kalends-picture,.kalends-whole),.kalends-cell .kalends-over{display:none}
.kalends-cell :is(.kalends-what,h3){display:inline;font-size:inherit;line-height:inherit;font-weight:500;letter-spacing:0}
.kalends-cell .kalends-whole{display:inline;position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.kalends-cell .kalends-cut{display:inline}
.kalends-cell h3 a::after{inset:0 .25rem}
.kalends-cell .kalends-strip{position:relative;height:1.5rem;margin-bottom:.2rem;padding:.1875rem .625rem;background:var(--tint);white-space:nowrap}
.kalends-cell .kalends-strip.kalends-row{display:block}
.kalends-cell .kalends-strip.kalends-over{display:none}
.kalends-cell .kalends-strip .kalends-begin{display:none}
.kalends-cell .kalends-strip h3{position:absolute;z-index:1;overflow:visible}
.kalends-cell .kalends-strip h3 a{color:var(--accent)}
.kalends-cell .kalends-told h3{display:none}
.kalends-cell .kalends-begins{margin-inline-start:.3rem;padding-inline-start:.35rem;border-start-start-radius:.3rem;border-end-start-radius:.3rem}
.kalends-cell .kalends-ends{margin-inline-end:.3rem;border-start-end-radius:.3rem;border-end-end-radius:.3rem}
.kalends-cell .kalends-ends.kalends-row h3{overflow:hidden;inset-inline:.35rem;text-overflow:ellipsis}
.kalends-cell .kalends-follows{display:block}
.kalends-cell .kalends-follows.kalends-over{display:none}
.kalends-cell .kalends-gap{display:block;height:1.7rem}
.kalends-cell .kalends-gap.kalends-over{display:none}
.kalends-cell .kalends-more{display:block;padding-inline:.625rem}
.kalends-more a{color:var(--soft);display:inline-block;min-height:1.5rem}
}
@media (forced-colors:active){.kalends-badge,.kalends .kalends-chip,.kalends-band,.kalends-button,.kalends-strip,.kalends-filters{border:1px solid}.kalends-switch [aria-current]{text-decoration:underline}}
@media (prefers-reduced-motion:no-preference){.kalends-root{scroll-behavior:smooth}}
[dir=rtl] .kalends-value::after{rotate:45deg}
@page{margin:15mm}
@media print{
.kalends,.kalends-body{--paper:#fff;--sunk:#f3f3f3;--ink:#000;--soft:#333;--line:#bbb;--accent:#000;--tint:#ebebeb;--bad:#000;--warn:#000;--bad-tint:#fff;--warn-tint:#fff;background:#fff;color-scheme:light}
.kalends-header,.kalends-footer,.kalends-skip,.kalends-filters,.kalends-switch,.kalends-pager,.kalends-feeds,.kalends-picture,.kalends-figure,.kalends-button,.kalends-adds,.kalends-back,.kalends-search,.kalends-jump,.kalends-all,.kalends-neighbours,.kalends-chip span,.kalends-geo{display:none!important}
.kalends-page{padding:0;max-width:none}
.kalends{font-size:10pt}
.kalends h1{font-size:20pt}
.kalends a,.kalends a.kalends-chip{color:#000;text-decoration:none;background:none;padding:0;min-height:0}
.kalends .kalends-off h3{text-decoration:line-through}
.kalends-badge{border-color:#000}
.kalends-days{margin-top:5mm}
.kalends-day{display:grid;grid-template-columns:34mm minmax(0,1fr);column-gap:4mm}
.kalends-day>h2.kalends-rail{position:static;display:grid;grid-template:auto auto auto 1fr/auto 1fr;gap:0 3mm;margin:0;padding:3mm 0;border:0;font-size:9pt;overflow-wrap:normal}
.kalends-day>.kalends-rail .kalends-number{grid-row:1/span 4;font-size:22pt}
.kalends-day .kalends-row{grid-template-columns:27mm minmax(0,1fr);break-inside:avoid;padding-block:3mm}
.kalends-long-times .kalends-row{grid-template-columns:34mm minmax(0,1fr)}
.kalends-day .kalends-what{grid-column:2;grid-row:1}
.kalends-day .kalends-time small{display:block;margin:0}
.kalends h3{font-size:12pt;line-height:1.3}
.kalends-printed{display:flex;justify-content:space-between;align-items:end;margin-top:8mm;font-size:9pt;break-inside:avoid}
.kalends-page-month .kalends-summary{display:none}
.kalends-page-month .kalends-top h1{font-size:18pt}
.kalends-rail .kalends-now{margin-inline-start:0}
.kalends-day>.kalends-rail :is(.kalends-weekday,.kalends-month-name,.kalends-now){grid-column:2}
}
@page kalends-month{size:A4 landscape;margin:10mm}
@media print{
.kalends-page-month{page:kalends-month}
.kalends-week{break-inside:avoid;border-color:#999}
.kalends-grid{margin-top:2mm}
.kalends-weekdays{border-bottom:1.5pt solid #000;font-size:8pt}
.kalends-weekdays span{padding:1mm}
.kalends-cell.kalends-cell{min-height:30mm;padding:1mm 0;font-size:7.5pt;line-height:1.25}
[data-weeks="6"] .kalends-cell.kalends-cell{min-height:25mm}
.kalends-cell.kalends-cell>h2.kalends-rail{display:block;margin:0;padding:0 1mm}
.kalends-cell .kalends-is-today .kalends-number,.kalends-cell .kalends-number{font-size:9pt;line-height:1.4;color:#000;background:none;margin:0;min-width:0}
.kalends-cell .kalends-row.kalends-row{display:block;padding:0 1mm .5mm;border:0}
.kalends-cell .kalends-gap{height:4.3mm}
.kalends-cell .kalends-strip.kalends-row,.kalends-cell .kalends-follows{height:3.8mm;margin-bottom:.5mm;padding:.2mm 1mm}
.kalends-strip,.kalends-cell.kalends-outside{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.kalends-cell .kalends-more{display:none}
.kalends-cell .kalends-over.kalends-over{display:block}
.kalends-page-month .kalends-printed{margin-top:2mm}
.kalends-page-month .kalends-printed img{width:13mm;height:13mm}
.kalends-page-month .kalends-printed br{display:none}
}
}
`
