/** A list of simple values is written on one line up to this length. */
const MAX_LINE_LENGTH = 72

/** A list without lists and objects in it. Only `JSON.stringify` writes line breaks, so none is part of a text. */
const PLAIN_LIST = /\[\n\s*([^[\]{}]+?)\n\s*\]/g

/** Formats JSON with indentation; short lists of plain values stay on one line. */
export function exampleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(PLAIN_LIST, (list, items: string) => {
    const line = `[${items.replaceAll(/\n\s*/g, ' ')}]`
    return line.length <= MAX_LINE_LENGTH ? line : list
  })
}
