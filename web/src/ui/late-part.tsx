import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { unreached } from '../lib/api.ts'
import { withTexts } from '../lib/texts.ts'
import type { SkeletonProps } from './skeleton-grid.tsx'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

const failedLinks = new Set<HTMLLinkElement>()
const noteFailedLink = ({ target }: Event) => target instanceof HTMLLinkElement && failedLinks.add(target)

/**
 * Makes a component that is loaded when it is first shown; an error of its loading goes to the boundary above it, and the
 * next time that it is shown, it is asked for again.
 *
 * @param Skeleton stands in its place meanwhile, with the boxes of a page where that has its own.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Skeleton?: ComponentType<SkeletonProps>,
  page?: SkeletonProps['page'],
): (props: Props) => ReactNode {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  const begin = () => {
    // Errors of elements do not bubble; a listener is added once.
    addEventListener('error', noteFailedLink, true)
    loadStylesAgain()
    return withTexts(load).then(
      Part => {
        loaded = Part
        return Part
      },
      () => {
        loading = undefined
        throw unreached()
      },
    )
  }
  return function LatePart(props: Props) {
    // It does not suspend: React would show it 300 ms after its boundary began to wait, or later.
    const [Part, setPart] = useState(() => loaded)
    useLayoutEffect(() => {
      loading ??= begin()
      loading.then(
        Part => setPart(() => Part),
        error =>
          setPart(() => {
            throw error
          }),
      )
    }, [])
    return Part ? <Part {...props} /> : Skeleton && <Skeleton page={page} />
  }
}

/** Asks again for styles that did not come: Vite asks for each of them once. */
function loadStylesAgain(): void {
  for (const link of failedLinks) link.replaceWith(link.cloneNode())
  failedLinks.clear()
}

interface LateProps {
  children: ReactNode
  /** Closes what the visitor opened; absent for a part that nobody asked for. */
  close?: () => void
}

/** Shows a late part once it is there; when it does not come, the rest of the page stays, and a toast says why. */
export function Late({ children, close }: LateProps) {
  const texts = useUiTexts()
  const toast = useToast()
  const onError = (error: Error) => {
    if (close === undefined) return
    close()
    toast({ text: texts.errorReason(error) })
  }
  return (
    <Boundary onError={onError}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

interface BoundaryProps {
  children: ReactNode
  onError?: (error: Error) => void
  /** Shows the error; nothing when absent. */
  fallback?: (error: Error, retry: () => void) => ReactNode
}

/** Keeps an error of what is below it from the rest of the page, and tries it again once the browser is online again. */
export class Boundary extends Component<BoundaryProps> {
  override state = { error: null }
  readonly retry = () => this.setState({ error: null })

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error) {
    this.props.onError?.(error)
    addEventListener('online', this.retry, { once: true })
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry)
  }

  override render() {
    const { children, fallback } = this.props
    const { error } = this.state
    return error === null ? children : fallback?.(error, this.retry)
  }
}
