/** Asks the server whether it can answer requests. */
export async function isReady(): Promise<boolean> {
  return await fetch('/api/ready').then(
    ({ ok }) => ok,
    () => false,
  )
}
