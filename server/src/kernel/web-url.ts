/** Parses an http or https URL without user and password; null for others. */
export function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}
