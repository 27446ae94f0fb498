/** By the names of settings: equal secrets have equal fingerprints, which reveal nothing of them. */
export type SecretFingerprints = Readonly<Record<string, string>>

/** The fingerprints of the secrets that all processes on a database must have in common. */
export interface OwnFingerprints {
  readonly current: SecretFingerprints
  /** Fingerprints of `OLD_SECRET_KEYS`: another process may have one of these as its key. */
  readonly old: readonly string[]
}

/** Names of the secrets of which another process has one that this one does not know. */
export function disagreements(
  { current, old }: OwnFingerprints,
  others: readonly SecretFingerprints[],
): string[] {
  return Object.entries(current).flatMap(([name, own]) => {
    const known = [own, ...old]
    const isUnknown = (other: string | undefined) => other !== undefined && !known.includes(other)
    return others.some(({ [name]: other }) => isUnknown(other)) ? [name] : []
  })
}
