import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useOnline } from '../../lib/online.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useUiTexts } from '../../ui/texts.ts'
import { Address } from './address.tsx'
import type { BakedAddress } from './addresses.ts'
import { CodeBox } from './code-box.tsx'
import { Prose } from './prose.tsx'
import { useWorldsTexts } from './texts.ts'
import styles from './worlds.module.css'

/** An address with its meaning and its present answer. */
export function AddressCard({ address: { name, path, answer } }: { address: BakedAddress }) {
  const texts = useWorldsTexts()
  const card = useRef<HTMLLIElement>(null)
  const { title, text } = texts.addresses[name]
  return (
    <li ref={card}>
      <div>
        <h3>{title}</h3>
        <p>
          <Prose text={text} />
        </p>
        <Address path={path} />
      </div>
      <LiveAnswer answer={answer} isNear={useIsNearViewport(card)} label={texts.answerOf(title)} />
    </li>
  )
}

interface LiveAnswerProps {
  answer: BakedAddress['answer']
  isNear: boolean
  label: string
}

function LiveAnswer({ answer, isNear, label }: LiveAnswerProps) {
  const texts = useWorldsTexts()
  const { waitsToLoad } = useUiTexts()
  const isOnline = useOnline()
  const { data, error, refetch } = useQuery({ ...answer, enabled: isNear })
  if (isNear && error !== null && data === undefined)
    return <ErrorState error={error} retry={() => void refetch()} />
  const placeholder = isOnline ? '' : waitsToLoad
  const text = data === undefined ? placeholder : JSON.stringify(data, null, 2)
  return (
    <figure className={styles.answer} aria-busy={data === undefined && isOnline}>
      <figcaption>
        {texts.answer}
        {data !== undefined && (
          <span className="num">{texts.bytes(formatCount(new Blob([JSON.stringify(data)]).size))}</span>
        )}
      </figcaption>
      <CodeBox label={label} code={text} />
    </figure>
  )
}

/** True once an element has come near the viewport. */
function useIsNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
