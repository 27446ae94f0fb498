/** The result of a consent at Discord, as its callback tells the page in the parameter `discord`. */
const OUTCOMES = ['connected', 'taken', 'cancelled', 'expired', 'incomplete', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Null without one, and for anything else. */
export function outcomeOf(queryString: string): Outcome | null {
  const given = new URLSearchParams(queryString).get('discord')
  return OUTCOMES.find(known => known === given) ?? null
}
