import type { TestContext } from 'node:test'

const stacks = new WeakMap<TestContext, AsyncDisposableStack>()

/** Runs `undo` after the test, whether it passed or not; the latest registered runs first, unlike with `t.after`. */
export function afterwards(t: TestContext, undo: () => void | Promise<void>): void {
  let stack = stacks.get(t)
  if (stack === undefined) {
    const made = new AsyncDisposableStack()
    t.after(() => made.disposeAsync())
    stacks.set(t, made)
    stack = made
  }
  stack.defer(undo)
}
