/** The data's terms of use as a page of its own (spec, "What the service does"; design, "Terms"). */
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
<p>The catalog lists avatars that their creators have published on the platform. It is free to use, and no key or
account link is needed for the public interface.</p>
<ul>
  <li><b>Personal, non-commercial use only.</b> Search it, build on it, mirror it, show it.</li>
  <li><b>Commercial resale requires written permission</b> of the operator of this server.</li>
  <li>These terms travel with the data: whoever copies the catalog passes them on.</li>
  <li>Names, descriptions and images belong to their creators.</li>
</ul>
<p>The program itself is free software under the MIT licence. <a href="/docs">How to use the interface</a>.</p>
</html>
`
}
