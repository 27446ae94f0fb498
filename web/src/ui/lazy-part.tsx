import { Component, type ComponentType, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { noAnswer } from '../lib/api.ts'
import { onReachable } from '../lib/reachable.ts'
import { loadWithTexts } from '../lib/texts.ts'
import type { SkeletonProps } from './skeleton-grid.tsx'
import { useUiTexts } from './texts.ts'
import { useToast } from './toast.tsx'

const failedLinks = new Set<HTMLLinkElement>()
const noteFailedLink = ({ target }: Event) => target instanceof HTMLLinkElement && failedLinks.add(target)

/**
 * Creates a component whose code is loaded when it is first rendered. A loading error goes to the error boundary above,
 * and the next render retries.
 * @param name of the component in its module.
 * @param Skeleton rendered meanwhile.
 * @param page whose layout the skeleton has, for a component that is a whole page.
 * @returns the component; its `loadAhead` loads the code before it is rendered.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  Skeleton?: ComponentType<SkeletonProps>,
  page?: SkeletonProps['page'],
): ((props: Props) => ReactNode) & { loadAhead(): void } {
  let loadingPart: Promise<ComponentType<Props>> | undefined
  let loadedPart: ComponentType<Props> | undefined
  const startLoading = () => {
    // Errors of elements do not bubble, so this captures them. Adding the same listener twice has no effect.
    addEventListener('error', noteFailedLink, true)
    loadStylesAgain()
    return loadWithTexts(load).then(
      module => {
        loadedPart = module[name]
        return loadedPart
      },
      () => {
        loadingPart = undefined
        throw noAnswer()
      },
    )
  }
  const LazyPart = (props: Props) => {
    // Does not suspend, because React would then show the component only 300 ms after the boundary began to wait, or
    // later.
    const [Part, setPart] = useState(() => loadedPart)
    useLayoutEffect(() => {
      loadingPart ??= startLoading()
      loadingPart.then(
        Part => setPart(() => Part),
        error =>
          setPart(() => {
            throw error
          }),
      )
    }, [])
    return Part ? <Part {...props} /> : Skeleton && <Skeleton page={page} />
  }
  const loadAhead = () => {
    loadingPart ??= startLoading()
    // Rendering the component retries.
    loadingPart.catch(() => {})
  }
  return Object.assign(LazyPart, { loadAhead })
}

/** Retries style sheets that failed to load, because Vite requests each only once. */
function loadStylesAgain(): void {
  for (const link of failedLinks) link.replaceWith(link.cloneNode())
  failedLinks.clear()
}

interface LazyBoundaryProps {
  children: ReactNode
  /** Closes what the visitor opened; absent for a part that opens by itself. */
  close?: () => void
}

/** Renders a lazy part once it is loaded. If that fails, the rest of the page stays, and a toast says why. */
export function LazyBoundary({ children, close }: LazyBoundaryProps) {
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
  /** Renders the error; default: nothing. */
  fallback?: (error: Error, retry: () => void) => ReactNode
}

/** An error boundary that keeps the rest of the page, and retries when the server is reachable again. */
export class Boundary extends Component<BoundaryProps> {
  override state = { error: null }
  readonly retry = () => this.setState({ error: null })
  #unsubscribe = () => {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidMount() {
    this.#unsubscribe = onReachable(this.retry)
  }

  override componentDidCatch(error: Error) {
    this.props.onError?.(error)
  }

  override componentWillUnmount() {
    this.#unsubscribe()
  }

  override render() {
    const { children, fallback } = this.props
    const { error } = this.state
    return error === null ? children : fallback?.(error, this.retry)
  }
}
