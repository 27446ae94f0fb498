/** Counts the turns of the event loop during `work`; 0 means that it blocked the loop throughout. */
export async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  count()
  await work()
  isDone = true
  return turns
}
