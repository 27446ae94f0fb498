import { TERMS } from '@avatary/contract/terms'

/** Writes the page of the terms of use (spec, "What the service does"). */
export function termsPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Terms of use – Avatary</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0 auto; max-width: 40rem; padding: 3rem 1.25rem; font: 1.05rem/1.6 system-ui, sans-serif; }
  h1 { font-size: 1.8rem; line-height: 1.2; }
  a { color: LinkText; }
</style>
<h1>Terms of use</h1>
<p>The catalog lists avatars that their creators have published on the platform. Names, descriptions and images
belong to them.</p>
<ul>
${TERMS.map(term => `  <li>${term}</li>`).join('\n')}
</ul>
<p>The program itself is free software under the MIT licence. <a href="/docs">How to use the interface</a>.</p>
</html>
`
}
