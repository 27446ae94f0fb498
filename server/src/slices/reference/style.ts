/** The stylesheet of the reference: light and dark, for phones to wide screens, without loading fonts. */
export const STYLE = `
:root {
  --sample: oklch(20% .02 305); --sample-ink: oklch(94% .01 305); --sample-soft: oklch(70% .03 305);
  --post: light-dark(oklch(48% .17 262), oklch(78% .11 262)); --put: light-dark(oklch(44% .1 70), oklch(82% .13 80));
}
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { line-height: 1.6; }
h1, h2, h3 { font-weight: 650; }
h1, h2, h3, summary { line-height: 1.2; text-wrap: balance; }
a { color: var(--accent); text-decoration: underline; text-underline-offset: .15em; text-decoration-thickness: 1px; }
code { font: .875em/1.5 var(--mono); background: var(--sunken); padding: .1em .35em; border-radius: 5px; overflow-wrap: anywhere; }
.languages { display: flex; flex-wrap: wrap; }
nav .languages a { padding-inline: .3rem; font-size: .8125rem; white-space: nowrap; }
nav .languages [aria-current] { color: var(--ink); font-weight: 600; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; z-index: 2; }

.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem .75rem 3rem 1.5rem; border-right: 1px solid var(--line); font-size: .875rem; scrollbar-width: thin; }
nav .brand { display: flex; align-items: center; gap: .6rem; font: 700 1.15rem var(--font); color: var(--ink); text-decoration: none; margin-bottom: 1.25rem; }
nav .brand svg { width: 1.9rem; height: 1.9rem; }
nav ul { margin-bottom: .75rem; }
nav li a { display: flex; gap: .5rem; align-items: baseline; padding: .2rem .5rem; border-radius: 7px; color: var(--ink-2); text-decoration: none; line-height: 1.35; }
nav li a:hover { background: var(--wash); color: var(--ink); }
nav li .method { font-size: .6rem; min-width: 2.9rem; padding: .1rem 0; }
nav summary { cursor: pointer; padding: .3rem .5rem; font-weight: 650; border-radius: 7px; }
nav summary:hover { background: var(--wash); }
nav li ul { margin: .15rem 0 .5rem; }
nav [aria-current="page"] { color: var(--ink); font-weight: 650; }
@media (min-width: 52.01rem) {
  nav details::details-content { content-visibility: visible; height: auto; }
  @supports selector(::details-content) {
    nav summary { list-style: none; pointer-events: none; }
    nav .contents > summary { display: none; }
  }
}

main { padding: 0 2.5rem 6rem; min-width: 0; }
.hero { padding: 4rem 0 2.5rem; position: relative; }
.hero:has(+ .endpoint) { padding-bottom: 0; }
.hero h1 { font-size: clamp(2.2rem, 5vw, 3.4rem); letter-spacing: -.025em; margin: 0 0 .75rem; font-weight: 750; }
.hero h1 span { color: var(--accent); }
.hero > p { font-size: 1.15rem; color: var(--ink-2); max-width: 42rem; margin: 0 0 1.5rem; text-wrap: pretty; }
.hero .facts { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.25rem; font-size: .9rem; }
.hero .facts li { border: 1px solid var(--line); background: var(--surface); border-radius: 99px; padding: .25rem .85rem; }
.hero .try { max-width: 46rem; }
.cards { margin-top: 1rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin-bottom: 1rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 1.1rem 1.25rem; }
.card h3 { margin: 0 0 .5rem; font-size: 1.05rem; }
.card ol { margin: 0; padding-left: 1.2rem; list-style: decimal; font-size: .92rem; color: var(--ink-2); }
.card li + li { margin-top: .35rem; }
.card code { color: var(--ink); }

.chapter { padding-top: 3.5rem; }
.chapter > h2 { font-size: 1.85rem; letter-spacing: -.015em; margin: 0 0 .35rem; }
.chapter > p { color: var(--ink-2); max-width: 44rem; margin: 0 0 1rem; }
.rules { padding-left: 1.1rem; list-style: disc; max-width: 50rem; }
.rules li { margin: .5rem 0; }
.rules li::marker { color: var(--accent); }

.endpoint { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 2rem; padding: 2.25rem 0; border-top: 1px solid var(--line); margin-top: 1.5rem; }
.endpoint + .endpoint { margin-top: 0; }
.endpoints a { display: grid; grid-template-columns: 3.75rem minmax(0, 5fr) minmax(0, 6fr); gap: .25rem .9rem; align-items: baseline; padding: .4rem .5rem; border-radius: 7px; text-decoration: none; color: var(--ink); }
.endpoints code { background: none; padding: 0; font-weight: 600; }
.endpoints span:last-child { color: var(--ink-2); }
.endpoints a:hover, .endpoints :target { background: var(--wash); }
.endpoint h2, .shape h3 { font-size: 1.25rem; margin: 0 0 .6rem; }
.endpoint h3 { font-size: .78rem; letter-spacing: .06em; text-transform: uppercase; color: var(--ink-2); margin: 1.4rem 0 .4rem; }
.endpoint p { margin: .5rem 0; text-wrap: pretty; }
.endpoint:target, .shape:target { animation: found 2.5s ease-out; }
tr:target { background: var(--wash); }
@keyframes found { from { background: var(--wash); box-shadow: 0 0 0 1rem var(--wash); } }
.anchor { opacity: 0; text-decoration: none; font-weight: 400; }
:is(h2, h3):hover .anchor, .anchor:focus { opacity: 1; }
.address { display: flex; gap: .6rem; align-items: baseline; font-size: 1.02rem; }
.address code { background: none; padding: 0; font-weight: 600; }
.method { font: 700 .7rem/1.5 var(--mono); letter-spacing: .03em; padding: .12rem .5rem; border-radius: 6px; text-align: center; flex: none; color: var(--ok); background: color-mix(in srgb, currentColor 13%, transparent); }
.POST { color: var(--post); } .PUT, .PATCH { color: var(--put); } .DELETE { color: var(--bad); }
.pills { display: flex; flex-wrap: wrap; gap: .4rem; }
.pill { font-size: .78rem; line-height: 1.5; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .65rem; color: var(--ink-2); }
.pill.open { color: var(--ok); border-color: color-mix(in srgb, currentColor 35%, transparent); }
.pill.locked { color: var(--put); border-color: color-mix(in srgb, currentColor 35%, transparent); }
.errors { display: flex; flex-wrap: wrap; gap: .35rem; }
.error { font: .78rem/1.5 var(--mono); color: var(--bad); background: color-mix(in srgb, currentColor 9%, transparent); padding: .08rem .5rem; border-radius: 6px; text-decoration: none; }
a.error:hover { text-decoration: underline; }

table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; font: 600 .75rem var(--font); color: var(--ink-2); padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
td { vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); line-height: 1.5; }
tr:last-child td { border-bottom: 0; }
th:first-child { width: 22%; }
th:nth-child(2):not(:last-child) { width: 34%; }
th.default { width: 15%; }
#limits th:first-child { width: auto; }
td.field, td.default code { white-space: nowrap; }
td:first-child > code { font-weight: 600; }
th:first-child, td:first-child { padding-left: .25rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.mark { font-size: .75rem; color: var(--bad); }
.shape { padding: 1.25rem 0; }
.shape p { color: var(--ink-2); margin: .25rem 0 .5rem; }

.sample { min-width: 0; align-self: start; position: sticky; top: 1.5rem; }
pre { margin: 0; background: var(--sample); color: var(--sample-ink); border-radius: 14px; padding: 1rem 1.15rem; overflow: auto; max-height: 32rem; scrollbar-width: thin; scrollbar-color: var(--sample-soft) transparent; }
pre code { background: none; padding: 0; font-size: .82rem; overflow-wrap: normal; white-space: pre; }
pre.shell code { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.shell code::before { content: "$ "; color: var(--sample-soft); }
.sample details { margin-top: .6rem; }
.sample summary { cursor: pointer; font-size: .85rem; font-weight: 600; color: var(--ink-2); padding: .3rem .25rem; border-radius: 6px; }
.sample summary:hover { color: var(--ink); }
.sample details[open] summary { margin-bottom: .3rem; }
footer { padding: 3rem 0 0; color: var(--ink-2); font-size: .9rem; }

@media (max-width: 74rem) {
  .endpoint { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  .sample { position: static; }
}
@media (max-width: 52rem) {
  .layout { display: block; }
  nav { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line); padding: 1rem 1.25rem .5rem; font-size: 1rem; }
  nav .brand { margin-bottom: .5rem; }
  nav .languages { margin: 0; }
  nav .contents > div > ul { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
  nav .contents li:has(ul) { grid-column: 1 / -1; }
  nav summary, nav li a { padding: .45rem .5rem; }
  main { padding: 0 1.25rem 4rem; }
  .hero { padding-top: 2.25rem; }
  .endpoints a { grid-template-columns: 3.75rem minmax(0, 1fr); }
  .endpoints span:last-child { grid-column: 2; }
  table, tbody, tr, td { display: block; width: 100%; }
  thead { display: none; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { border: 0; padding: .05rem 0; }
  td:first-child { padding-left: 0; white-space: normal; }
  td:empty { display: none; }
  td[data-label]:not(:empty)::before { content: attr(data-label) ": "; color: var(--ink-2); }
  .number { text-align: left; }
}
/* Targets of 44 pixels. */
@media (pointer: coarse) {
  nav summary { padding-block: .8rem; }
  .sample summary { padding-block: .9rem; }
  nav li a, .endpoints a { min-height: 44px; align-items: center; align-content: center; }
  nav .languages a { display: inline-flex; align-items: center; justify-content: center; min-width: 44px; min-height: 44px; }
  .errors { gap: 0 .35rem; }
  .error { border-block: 12px solid transparent; border-radius: 6px / 18px; background-clip: padding-box; }
  :is(.card h3, .chapter > h2, .facts li, td, td code, .hero p) > a:not(.error) { position: relative; }
  :is(.card h3, .chapter > h2, .facts li, td, td code, .hero p) > a:not(.error)::after { content: ""; position: absolute; inset: -14px -4px; }
}
@media print { nav { display: none; } .layout { display: block; } }
`
