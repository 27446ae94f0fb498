interface GridPosition {
  readonly index: number
  readonly total: number
  readonly columns: number
  readonly pageRows: number
}

/** Returns the index to which a key moves in a grid of cards; null when the key does not move. */
export function nextIndex(key: string, { index, total, columns, pageRows }: GridPosition): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * pageRows,
    PageUp: -columns * pageRows,
    Home: -index,
    End: total - 1 - index,
  }
  const step = steps[key]
  if (step === undefined || total === 0) return null
  return Math.min(total - 1, Math.max(0, index + step))
}
