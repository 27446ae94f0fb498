/** Searches of a day in the demo, by term; each term finds avatars of the demo catalog. */
export const DEMO_SEARCHES: ReadonlyMap<string, number> = new Map([
  ['fox', 61],
  ['マヌカ', 54],
  ['cat', 47],
  ['桔梗', 39],
  ['protogen', 33],
  ['여우', 28],
  ['dragon', 24],
  ['メイド', 19],
  ['wolf', 16],
  ['goth', 13],
  ['サキュバス', 9],
  ['robot', 7],
])
