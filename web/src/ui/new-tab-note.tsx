import { useUiTexts } from './texts.ts'

/** Tells people who do not see the page that the link around it opens in a new tab. */
export function NewTabNote() {
  const { newTab } = useUiTexts()
  return <span className="unseen">{newTab}</span>
}
