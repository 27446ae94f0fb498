import { useLocation, useSearch } from 'wouter'
import { signInAddress } from '../lib/session.ts'
import { useUiTexts } from './texts.ts'

/** A link to sign in and return to the present page. */
export function SignInLink({ className }: { className?: string | undefined }) {
  const texts = useUiTexts()
  const [path] = useLocation()
  const query = useSearch()
  return (
    <a className={className} href={signInAddress(query === '' ? path : `${path}?${query}`)}>
      {texts.signIn}
    </a>
  )
}
