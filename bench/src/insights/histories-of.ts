/** Reads from a server's metrics how many avatars have a history of activity, and the bytes of all histories. */
export async function historiesOf(origin: string): Promise<{ avatars: number; bytes: number }> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0)
  return { avatars: gauge('avatary_insights_avatars'), bytes: gauge('avatary_insights_bytes') }
}
