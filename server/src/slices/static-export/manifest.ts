import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { parseJson } from '../../kernel/json-object.ts'

/** The list of files that an export wrote, by which the next export recognises its own files. */
export const MANIFEST_PATH = 'manifest.json'

const FileSchema = Type.Object({
  path: Type.String(),
  /** −1 for a file that was about to be written when the export was interrupted. */
  bytes: Type.Integer(),
  /** In hexadecimal; empty when unknown. */
  sha256: Type.String(),
  /** The path and query that give the same answer on the server; empty for a file that only exports have. */
  source: Type.String(),
})

const CellSchema = Type.Object({
  /** The number of the cell, from 0 over all atlases. */
  cell: Type.Integer({ minimum: 0 }),
  /** The avatar whose picture it holds. */
  id: Type.String(),
  /** `name` of the `Picture`. */
  picture: Type.String(),
})

const ManifestSchema = Type.Object({
  generator: Type.Literal('avatary export --static'),
  version: Type.Literal(1),
  files: Type.Array(FileSchema),
  /** The pictures in the atlases. */
  cells: Type.Array(CellSchema),
})

export type ManifestFile = Static<typeof FileSchema>
export type Cell = Static<typeof CellSchema>
export type Manifest = Static<typeof ManifestSchema>

/** Matches every path that an export has ever written. */
const OWN_PATH = /^(?:index\.json|\.nojekyll|(?:world|atlas)(?:\/[a-z0-9-]+)*\/[a-z0-9-]+\.(?:json|jpg))$/

/** Null when it is not a manifest, or names files that no export writes: files are deleted by this list. */
export function readManifest(bytes: Buffer): Manifest | null {
  const value = parseJson(bytes.toString())
  return Check(ManifestSchema, value) && value.files.every(({ path }) => OWN_PATH.test(path)) ? value : null
}

export function writeManifest(files: readonly ManifestFile[], cells: readonly Cell[]): Buffer {
  const manifest: Manifest = {
    generator: 'avatary export --static',
    version: 1,
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    cells: cells.toSorted((a, b) => a.cell - b.cell),
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
}
