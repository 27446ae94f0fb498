import asyncHooks from 'node:async_hooks'

/**
 * Spares tests the hook by which the test runner follows every promise to its test: it takes half the processor time of
 * a journey. An error that no test catches still fails its file; the report names the error, and not the test.
 */
const { createHook } = asyncHooks
const NO_HOOK = {
  enable: () => NO_HOOK,
  disable: () => NO_HOOK,
} as asyncHooks.AsyncHook

asyncHooks.createHook = callbacks =>
  `${callbacks.init}`.includes('testResources') ? NO_HOOK : createHook(callbacks)
