/** Turns of the event loop while `work` is under way: none means that it held the loop throughout. */
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
