/** Colours and fonts are those of the reference page. */
export const CONSENT_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbf9f6; --card: #ffffff; --ink: #221d2b; --soft: #6a6277; --line: #e8e2ea;
  --accent: #7a3df0; --accent-2: #e8543f; --wash: #f3eefc; --on-accent: #ffffff;
  --round: ui-rounded, "SF Pro Rounded", "Nunito", "Segoe UI Variable Display", system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14111b; --card: #1b1725; --ink: #eee9f5; --soft: #a69bb8; --line: #30293d;
    --accent: #b794ff; --accent-2: #ff8a72; --wash: #241b38; --on-accent: #1b1030;
  }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { width: 100%; max-width: 26.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 22px; padding: 2rem 1.75rem 1.5rem; box-shadow: 0 1.25rem 3rem -1.75rem color-mix(in srgb, var(--accent) 45%, transparent); }
.mark { display: block; width: 3rem; height: 3rem; margin: 0 auto 1rem; }
h1 { margin: 0 0 .25rem; font: 700 1.45rem/1.25 var(--round); letter-spacing: -.015em; text-align: center; text-wrap: balance; overflow-wrap: anywhere; }
.site { margin: 0 0 1.25rem; text-align: center; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: 1px; }
.unchecked { margin: 0 0 1.25rem; border: 1px solid var(--accent-2); border-radius: 14px; padding: .65rem .9rem; font-size: .9rem; }
.who { display: flex; align-items: center; gap: .75rem; background: var(--wash); border-radius: 14px; padding: .65rem .9rem; font-size: .9rem; overflow-wrap: anywhere; }
.who b { display: block; font: 650 1rem/1.35 var(--round); }
.face { flex: none; display: grid; place-items: center; width: 2.4rem; height: 2.4rem; border-radius: 50%; background: linear-gradient(135deg, var(--accent), var(--accent-2)); color: var(--on-accent); font: 700 1.05rem var(--round); text-transform: uppercase; }
h2 { margin: 1.4rem 0 .4rem; font: 600 .78rem var(--round); letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; gap: .6rem; padding: .3rem 0; }
li::before { content: "✓"; color: var(--accent); font-weight: 700; }
.not { margin: .6rem 0 0; color: var(--soft); font-size: .9rem; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 1.5rem 0 0; }
button { font: 650 1rem var(--round); padding: .8rem 1rem; border-radius: 13px; border: 1px solid var(--line); background: none; color: var(--ink); cursor: pointer; }
button:hover { background: var(--wash); }
button.allow { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.allow:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 13px; }
.after { margin: 1rem 0 0; text-align: center; color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
`
