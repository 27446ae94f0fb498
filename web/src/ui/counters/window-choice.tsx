import { Segmented } from '../segmented.tsx'
import { WINDOWS, type WindowDays } from './counters.ts'
import { useCounterTexts } from './texts.ts'

export interface WindowChoiceProps {
  value: WindowDays
  onChange: (days: WindowDays) => void
}

/** Selects the number of days over which numbers are counted. */
export function WindowChoice(props: WindowChoiceProps) {
  const texts = useCounterTexts()
  const options = WINDOWS.map(value => ({ value, text: texts.days(Number(value)) }))
  return <Segmented label={texts.window} options={options} {...props} />
}
