import { textStyles } from "../page.ts";

/** Styles of the guides: three columns on a wide screen, one on a phone, and only the text on paper. */
export const guideStyles = `${textStyles}
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; z-index: 2; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header.top { position: sticky; top: 0; z-index: 1; }
button { font: 13px/18px var(--text-font); color: var(--soft); background: var(--paper); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button:hover { color: var(--ink); border-color: var(--faint); }
button.search { display: flex; align-items: center; justify-content: space-between; gap: .5rem; flex: 0 1 16rem; padding: .4rem .5rem .4rem .75rem; }
button.search[hidden] { display: none; }
kbd { font: 12px/16px var(--code-font); border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; }
.columns { display: grid; grid-template-columns: 14rem minmax(0, 46rem) 14rem; gap: 2.5rem; justify-content: center; padding: 0 1.5rem; }
.columns > nav { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 2rem 0 2rem .75rem; font-size: 14px; line-height: 20px; }
.columns > nav p { margin: 1.25rem 0 .25rem; color: var(--soft); font-weight: 650; font-size: 12px; }
.columns > nav p:first-child { margin-top: 0; }
nav ul, details ul { list-style: none; margin: 0; padding: 0; }
nav li, details li { margin: 0; }
nav li a, details li a { display: block; padding: .2rem 0; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover, details li a:hover { color: var(--ink); text-decoration: underline; }
nav li a[aria-current] { color: var(--link); font-weight: 550; border-left: 3px solid var(--link); padding-left: .5rem; margin-left: -.7rem; }
.depth-3 { padding-left: .9rem; }
article { padding: 2rem 0 4rem; min-width: 0; overflow-wrap: break-word; }
details.headings { display: none; border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem; margin-bottom: 1.5rem; font-size: 14px; }
summary { cursor: pointer; font-weight: 550; }
h1, h2, h3, h4 { font-weight: 650; }
h1 { font-size: 1.75rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; line-height: 1.4; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; line-height: 1.5; margin: 2rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.anchor { color: var(--faint); text-decoration: none; font-weight: 400; opacity: 0; }
:is(h1, h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
p.lead { color: var(--soft); font-size: 1.05rem; margin-top: 0; }
li { margin: .25rem 0; }
:not(pre) > code { background: var(--code-shade); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
.code { position: relative; margin: 1rem 0; }
.code > button { position: absolute; top: .4rem; right: .4rem; padding: .15rem .5rem; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 0; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { font-size: inherit; }
pre.aligned { white-space: pre; overflow-x: auto; overflow-wrap: normal; }
.line { display: block; padding-left: 2ch; text-indent: -2ch; }
.aligned .line { padding-left: 0; text-indent: 0; min-width: max-content; }
/* Room for the button, beside the first line only. */
.line:first-child::before { content: ""; float: right; width: 3.25rem; height: 1.5rem; }
.name { white-space: nowrap; }
.comment { color: var(--faint); }
.string { color: var(--good); }
.number { color: var(--warn); }
.keyword { color: var(--link); }
.name { color: var(--violet); }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 15px; line-height: 1.5; font-variant-numeric: tabular-nums; }
td, th { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); }
th { font-size: 13px; font-weight: 550; color: var(--soft); }
td:first-child { min-width: 7rem; }
td code { overflow-wrap: normal !important; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; display: block; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
article > footer { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
article > footer a[rel] { flex: 1 1 12rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; font-weight: 550; }
article > footer a[rel]:hover { border-color: var(--link); }
article > footer span { display: block; color: var(--soft); font-size: 13px; font-weight: 400; }
article > footer p { flex-basis: 100%; font-size: 14px; color: var(--soft); margin: 0; }
a[rel=next] { text-align: right; }
.index { max-width: 64rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
.index .lead { max-width: 46rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem 2rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
.cards li { margin: 0; }
.cards a { font-weight: 550; text-decoration: none; }
.cards a:hover { text-decoration: underline; }
.cards p { margin: 0; color: var(--soft); font-size: 15px; }
.cards p::first-letter { text-transform: uppercase; }
dialog.search { width: min(40rem, calc(100vw - 2rem)); max-height: min(36rem, calc(100vh - 4rem)); margin: 3rem auto; padding: 0; overflow: hidden; flex-direction: column;
  color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 24px rgb(0 0 0 / 12%); }
dialog.search[open] { display: flex; }
dialog.search::backdrop { background: rgb(0 0 0 / 40%); }
dialog.search input { width: 100%; padding: .9rem 1rem; font: 16px/24px var(--text-font); color: var(--ink); background: none; border: 0; border-bottom: 1px solid var(--line); outline: none; }
dialog.search input::placeholder { color: var(--faint); opacity: 1; }
dialog.search p { margin: 0; padding: .75rem 1rem .25rem; font-size: 12px; line-height: 16px; color: var(--soft); }
dialog.search .keys { padding: .5rem 1rem; border-top: 1px solid var(--line); }
[role=listbox] { overflow-y: auto; padding: 0 .5rem .5rem; }
[role=group] > p { padding: .75rem .5rem .25rem !important; font-weight: 650; }
[role=option] { display: block; padding: .4rem .5rem; border-radius: 8px; text-decoration: none; color: var(--ink); font-size: 14px; line-height: 20px; }
[role=option]:hover { background: var(--shade); }
[role=option][aria-selected=true] { background: var(--well); }
[role=option] span { display: block; overflow-wrap: anywhere; }
.heading { font-weight: 550; }
.excerpt { color: var(--soft); font-size: 13px; line-height: 18px; }
mark { color: var(--ink); background: var(--mark); border-radius: 2px; }
@media (max-width: 78rem) {
  .columns { grid-template-columns: 13rem minmax(0, 46rem); }
  nav.headings { display: none; }
  details.headings { display: block; }
}
@media (max-width: 52rem) {
  html { scroll-padding-top: 1rem; }
  .columns { grid-template-columns: minmax(0, 1fr); padding: 0 1rem; }
  .index { padding: 1.5rem 1rem 3rem; }
  nav.guides { display: none; }
  header.top { position: static; padding: .5rem 1rem; }
  button.search { flex: 1 1 6rem; }
  header.top nav { flex-basis: 100%; margin: 0; }
  article { padding-top: 1.5rem; }
  dialog.search { margin: 1rem auto; }
}
@media print {
  .skip, .anchor, .code > button, details.headings, .columns > nav, article > footer { display: none; }
  .columns { display: block; padding: 0; }
  pre, pre.aligned { white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
  .aligned .line { min-width: 0; }
  .line:first-child::before { content: none; }
  .scroll { overflow: visible; }
  h2, h3 { break-after: avoid; }
  img { break-inside: avoid; }
}
`;
