import { useTagNames } from '../lib/tags/tag-names.ts'
import { useUiTexts } from './texts.ts'

/**
 * Returns a function for the name of a tag in the page's language; tags that warn of content are named by the warning.
 */
export function useTagTexts(): (tag: string) => string {
  const { sensitive } = useUiTexts()
  const nameOf = useTagNames()
  return tag => sensitive[tag]?.toLowerCase() ?? nameOf(tag)
}
