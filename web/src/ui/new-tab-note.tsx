import { useUiTexts } from './texts.ts'

/** Tells users of screen readers that the surrounding link opens in a new tab. */
export function NewTabNote() {
  const { newTab } = useUiTexts()
  return <span className="visually-hidden">{newTab}</span>
}
