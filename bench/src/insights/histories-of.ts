/** Asks a server how many avatars have activity, and how many bytes that takes in its memory. */
export async function historiesOf(origin: string): Promise<{ avatars: number; bytes: number }> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0)
  return { avatars: gauge('avatary_insights_avatars'), bytes: gauge('avatary_insights_bytes') }
}
