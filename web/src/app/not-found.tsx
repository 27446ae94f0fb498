import { Link } from 'wouter'
import buttons from '../ui/button.module.css'
import { State } from '../ui/state.tsx'
import { useShellTexts } from './texts.ts'

export function NotFoundPage() {
  const texts = useShellTexts()
  return (
    <State heading="h1" title={texts.notFound} text={texts.notFoundText}>
      <Link className={buttons.main} href="/">
        {texts.newest}
      </Link>
    </State>
  )
}
