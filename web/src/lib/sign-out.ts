import { ask } from './api.ts'
import { keepTextToSubmit } from './to-submit.ts'

/** Ends the session of this browser, and reloads the page without the person's data. */
export async function signOut(): Promise<void> {
  await ask('POST /logout', {})
  keepTextToSubmit('')
  location.reload()
}
