/** Fingerprints by the name of the setting. Equal secrets have equal fingerprints, which do not reveal them. */
export type SecretFingerprints = Readonly<Record<string, string>>

/** Fingerprints of the secrets that all processes on one database must share. */
export interface OwnFingerprints {
  readonly current: SecretFingerprints
  /** Fingerprints of `OLD_SECRET_KEYS`, one of which may still be the key of another process. */
  readonly old: readonly string[]
}

/** The names of secrets for which another process has a value that this process does not know. */
export function disagreements(
  { current, old }: OwnFingerprints,
  others: readonly SecretFingerprints[],
): string[] {
  return Object.entries(current).flatMap(([name, fingerprint]) => {
    const knownFingerprints = [fingerprint, ...old]
    const isUnknown = (text: string | undefined) => text !== undefined && !knownFingerprints.includes(text)
    return others.some(({ [name]: text }) => isUnknown(text)) ? [name] : []
  })
}
