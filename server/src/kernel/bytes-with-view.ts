/** Bytes, and a view with which four of them are read at once. */
export interface BytesWithView {
  readonly bytes: Buffer
  readonly view: DataView
}

export function withView(bytes: Buffer): BytesWithView {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }
}
