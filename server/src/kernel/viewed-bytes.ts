/** Bytes, and a view with which four of them are read at once. */
export interface ViewedBytes {
  readonly bytes: Buffer
  readonly view: DataView
}

export function viewed(bytes: Buffer): ViewedBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }
}
