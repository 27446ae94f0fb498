import CheckIcon from '~icons/lucide/check'
import { formatCount } from '../../lib/format.ts'
import { formatAgo, formatMoment } from '../../lib/format-times.ts'
import type { Check } from './api.ts'
import styles from './discord.module.css'
import { type DiscordTexts, useDiscordTexts } from './texts.ts'

/** The five checks on which Discord servers base linked roles, each with its age. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const texts = useDiscordTexts()
  return (
    <section>
      <h2>{texts.checks}</h2>
      <ul className={styles.checks}>
        {checks.map(check => (
          <li key={check.key} data-passed={check.passed || undefined}>
            <span aria-hidden="true">{check.passed ? <CheckIcon /> : check.value === null ? '?' : '–'}</span>
            <div>
              <b>{texts.check[check.key]}</b>
              <small>{ageOf(check, texts)}</small>
            </div>
            <span className="num">{textOf(check, texts)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function textOf({ value }: Check, texts: DiscordTexts): string {
  if (value === null) return texts.unknown
  if (typeof value === 'number') return formatCount(value)
  return value ? texts.yes : texts.no
}

/** The age of a check. Avatary clears the values of expired checks, which are then unknown. */
function ageOf({ key, value, checkedAt, expiresAt }: Check, texts: DiscordTexts): string {
  if (value === null || checkedAt === null) return texts.unknownHint
  // Supporters are read as a whole list from time to time, not when somebody is checked.
  const checkedText = (key === 'supporter' ? texts.rosterReadAt : texts.checkedAt)(formatAgo(checkedAt))
  return expiresAt === null ? checkedText : `${checkedText} · ${texts.validUntil(formatMoment(expiresAt))}`
}
