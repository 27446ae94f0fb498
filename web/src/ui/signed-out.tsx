import { Link } from 'wouter'
import { signInAddress } from '../lib/session.ts'
import buttons from './button.module.css'
import { State } from './state.tsx'

interface SignedOutProps {
  heading: string
  text: string
  /** False where nobody can sign in, or it would not help. */
  canSignIn: boolean | undefined
  /** The address to which signing in leads back. */
  path: string
  texts: { readonly signIn: string; readonly find: string }
}

/** Stands in the place of a page of somebody who is not signed in. */
export function SignedOut({ heading, text, canSignIn, path, texts }: SignedOutProps) {
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
