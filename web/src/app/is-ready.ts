/** True if the server answers, and has what it needs. */
export async function isReady(): Promise<boolean> {
  return await fetch('/api/ready').then(
    ({ ok }) => ok,
    () => false,
  )
}
