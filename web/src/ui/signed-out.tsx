import { Link } from 'wouter'
import buttons from './button.module.css'
import { SignInLink } from './sign-in-link.tsx'
import { State } from './state.tsx'
import { useUiTexts } from './texts.ts'

interface SignedOutProps {
  heading: string
  text: string
  /** False when nobody can sign in, or the page is not set up; undefined until that is known. */
  canSignIn: boolean | undefined
}

/** Replaces a page that requires the visitor to be signed in. */
export function SignedOut({ heading, text, canSignIn }: SignedOutProps) {
  const texts = useUiTexts()
  return (
    <State heading="h1" title={heading} text={text}>
      {canSignIn && <SignInLink className={buttons.main} />}
      <Link className={buttons.button} href="/">
        {texts.find}
      </Link>
    </State>
  )
}
