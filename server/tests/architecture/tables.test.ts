import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTest, readSources, withoutComments } from './source.ts'

const sources = readSources('server/src').filter(({ path }) => !isTest(path))

const DECLARATION = /^(?:export )?interface \w*Tables\b[^{]*\{\n([\s\S]*?)\n\}/gm
const TABLE = /^ {2}(\w+): (ReadOnly<)?/gm
const WRITE = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|deleteBelow|upsert(?:<\w+>)?)\(\s*([^\s,)]+)/g
const READ = /\.?\b(?:selectFrom|innerJoin|leftJoin)\(\s*'(\w+)(?: as \w+)?'/g

/** The owner of a file: `avatars`, a slice, or a folder of the platform. */
function folderOf(path: string): string {
  return /^server\/src\/(?:slices\/[^/]+|platform\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? path
}

interface Declared {
  folder: string
  table: string
  isReadOnly: boolean
}

const declared: Declared[] = sources.flatMap(({ path, text }) =>
  [...text.matchAll(DECLARATION)].flatMap(([, body]) =>
    [...withoutComments(body!).matchAll(TABLE)].map(([, table, readOnly]) => ({
      folder: folderOf(path),
      table: table!,
      isReadOnly: readOnly !== undefined,
    })),
  ),
)

const owned = declared.filter(({ isReadOnly }) => !isReadOnly)
const ownerOf = new Map(owned.map(({ table, folder }) => [table, folder]))

/** The tables that a file writes, including quoted names, because a statement may take its table from a variable. */
function tablesWrittenIn(text: string): string[] {
  const names = [...text.matchAll(WRITE)].map(([, name]) => name!)
  if (names.every(name => name.startsWith("'"))) return names.map(name => name.slice(1, -1))
  return [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name!).filter(name => ownerOf.has(name))
}

describe('the tables', () => {
  it('are found in the sources', () => {
    assert.ok(ownerOf.size > 40, `only ${ownerOf.size} tables found`)
  })

  it('have one owner each, in whose folder alone they are declared to be written', () => {
    const twice = owned.filter(({ table, folder }) => ownerOf.get(table) !== folder)
    assert.deepEqual(twice, [])
  })

  it('are written by their owner alone', () => {
    const found = sources.flatMap(({ path, text }) =>
      tablesWrittenIn(withoutComments(text))
        .filter(table => ownerOf.get(table) !== folderOf(path))
        .map(table => `${path} writes ${table}`),
    )
    assert.deepEqual(found, [])
  })

  it('are read by others if they are of the avatars, of a slice along an edge, or declared read-only', () => {
    const mayRead = (folder: string, table: string): boolean => {
      const owner = ownerOf.get(table)
      if (owner === folder || owner === 'server/src/avatars/') return true
      if (declared.some(one => one.folder === folder && one.table === table)) return true
      return sources.some(
        ({ path, imports }) => folderOf(path) === folder && imports.includes(`${owner}index.ts`),
      )
    }
    const found = sources.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(READ)]
        .filter(([, table]) => ownerOf.has(table!) && !mayRead(folderOf(path), table!))
        .map(([, table]) => `${path} reads ${table}`),
    )
    assert.deepEqual(found, [])
  })
})
