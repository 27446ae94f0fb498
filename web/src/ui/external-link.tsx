import type { ComponentProps } from 'react'
import External from '~icons/lucide/external-link'
import { useUiTexts } from './texts.ts'

interface ExternalLinkProps extends ComponentProps<'a'> {
  opensNewTab: boolean
}

/** A link to another site. Users of screen readers are told if it opens in a new tab. */
export function ExternalLink({ opensNewTab, children, ...linkProps }: ExternalLinkProps) {
  const texts = useUiTexts()
  return (
    <a target={opensNewTab ? '_blank' : undefined} rel="noreferrer" {...linkProps}>
      {children}
      <External aria-hidden />
      {opensNewTab && <span className="visually-hidden">{texts.newTab}</span>}
    </a>
  )
}
