import { useUiTexts } from './texts.ts'

/** A link to the description of the search language. */
export function SearchHelp({ className }: { className?: string | undefined }) {
  const texts = useUiTexts()
  return (
    <a className={className} href="/docs/reference/catalog#searchAvatars">
      {texts.searchHelp}
    </a>
  )
}
