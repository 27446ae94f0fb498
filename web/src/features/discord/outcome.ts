/** Outcomes of a consent at Discord, which its callback passes to the page in the parameter `discord`. */
const OUTCOMES = ['connected', 'taken', 'cancelled', 'expired', 'incomplete', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Null when the parameter is absent or unknown. */
export function outcomeOf(queryString: string): Outcome | null {
  const value = new URLSearchParams(queryString).get('discord')
  return OUTCOMES.find(outcome => outcome === value) ?? null
}
