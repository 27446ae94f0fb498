import { Link } from 'wouter'
import { signInAddress } from '../lib/session.ts'
import buttons from './button.module.css'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

interface SignedOutProps {
  heading: string
  text: string
  /** False when nobody can sign in, or when it would not help. */
  canSignIn: boolean | undefined
  /** The address to return to after signing in. */
  path: string
}

/** Replaces a page that requires the visitor to be signed in. */
export function SignedOut({ heading, text, canSignIn, path }: SignedOutProps) {
  const texts = useUiTexts()
  return (
    <State heading="h1" title={heading} text={text}>
      {canSignIn && (
        <a className={buttons.main} href={signInAddress(path)}>
          {texts.signIn}
        </a>
      )}
      <Link className={buttons.button} href="/">
        {texts.find}
      </Link>
    </State>
  )
}
