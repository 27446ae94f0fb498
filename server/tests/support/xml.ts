/** An element of an XML document, with its own text including CDATA sections. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const NAME = '[A-Za-z_:][\\w:.-]*'
const TOKEN = new RegExp(
  [
    '<\\?xml [^?]*\\?>',
    '<!\\[CDATA\\[(?<cdata>[^]*?)\\]\\]>',
    `</(?<close>${NAME})\\s*>`,
    `<(?<open>${NAME})(?<attributes>(?:\\s+${NAME}="[^"<]*")*)\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g')
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Parses a document as strictly as XML 1.0 requires, as far as feeds use it; throws when it is not well-formed. */
export function readXml(document: string): XmlElement {
  if (!ALLOWED.test(document)) throw new Error('a character that no XML document may contain')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const openElements = [root]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex
    const groups = TOKEN.exec(document)?.groups
    if (groups === undefined) throw new Error(`not well-formed at ${document.slice(at, at + 80)}`)
    readToken(groups, openElements)
  }
  if (openElements.length > 1) throw new Error(`${openElements.at(-1)!.name} is never closed`)
  const [only, second] = root.children
  if (only === undefined || second !== undefined || root.text.trim() !== '') throw new Error('not one root')
  return only
}

/** The children with a name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(child => child.name === name)
}

/** The only child with a name. */
export function childOf(element: XmlElement, name: string): XmlElement {
  const [found, second] = childrenOf(element, name)
  if (found === undefined || second !== undefined) throw new Error(`not one ${name} in ${element.name}`)
  return found
}

function readToken(groups: Record<string, string | undefined>, openElements: XmlElement[]): void {
  const parent = openElements.at(-1)!
  if (groups.text !== undefined) parent.text += unescaped(outsideCdata(groups.text))
  else if (groups.cdata !== undefined) parent.text += groups.cdata
  else if (groups.close !== undefined) {
    if (openElements.pop()!.name !== groups.close) throw new Error(`${groups.close} closes ${parent.name}`)
  } else if (groups.open !== undefined) {
    const element = {
      name: groups.open,
      attributes: attributesOf(groups.attributes!),
      children: [],
      text: '',
    }
    parent.children.push(element)
    if (groups.empty === '') openElements.push(element)
  }
}

function outsideCdata(text: string): string {
  if (text.includes(']]>')) throw new Error('a CDATA section ends that never began')
  return text
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, unescaped(value!)] as const)
  if (new Set(found.map(([name]) => name)).size < found.length)
    throw new Error('an element has an attribute twice')
  return Object.fromEntries(found)
}

function unescaped(text: string): string {
  return text.replace(/&([^;]{0,8});?/g, (whole, name: string) => {
    const character = whole.endsWith(';') ? ENTITIES[name] : undefined
    if (character === undefined) throw new Error(`${whole} is no entity`)
    return character
  })
}
