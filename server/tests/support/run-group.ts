import asyncHooks, { type AsyncHook } from 'node:async_hooks'

/* Runs test files in this process one after the other; prints a report, and sends a summary to the parent process.
   Node's test runner tracks every promise by an asynchronous hook to find out which test it belongs to. That takes a
   third of the time of a test of the whole app, and a run needs it only while suites are declared. */
const { createHook } = asyncHooks
const hooksOfRunner: AsyncHook[] = []
asyncHooks.createHook = callbacks => {
  const hook = createHook(callbacks)
  hooksOfRunner.push(hook)
  return hook
}
const { beforeEach, run } = await import('node:test')
const { spec } = await import('node:test/reporters')

run({ files: process.argv.slice(2), isolation: 'none' })
  .on('test:summary', ({ success, counts }) => process.send?.({ success, counts }))
  .on('test:complete', ({ name, file, line, details }) => {
    if (!details.passed && details.type !== 'suite')
      console.error(`✖ ${name} (${file}:${line})\n`, details.error)
  })
  .compose(spec)
  .pipe(process.stdout)
asyncHooks.createHook = createHook
// The report contains only the message of an error that no test caught.
process.on('uncaughtExceptionMonitor', error => console.error(error))
process.on('unhandledRejection', error => console.error(error))
// When the parent process ends, this one ends, too.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
// All suites have been declared before the first test.
beforeEach(() => {
  for (const hook of hooksOfRunner.splice(0)) hook.disable()
})
