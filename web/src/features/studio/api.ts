import { useQueryClient } from '@tanstack/react-query'
import { ask, Refusal, type Value } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import type { StudioState } from './state.ts'

/** Avatars on a page of the table. */
export const PAGE = 100

/** Most avatars of one write, and of one answer with a limit. */
export const MAX_AVATARS = 500

export type Overview = Value<'GET /creator/overview'>
export type OwnPage = Value<'GET /creator/avatars'>
export type OwnAvatar = OwnPage['avatars'][number]

/** The part of an avatar that changes of its visibility need. */
export type Chosen = Pick<OwnAvatar, 'id' | 'name' | 'hiddenBecause'>

export const optOutState = answerOf('GET /creator/opt-out', {})

export function overviewOf({ days }: StudioState) {
  return answerOf('GET /creator/overview', { query: { days: Number(days) } })
}

/** The parameters of a state, without the page. */
function selected({ days, sort, listed }: StudioState) {
  return { days: Number(days), series: 'no', sort, listed: listed === 'all' ? undefined : listed } as const
}

export function ownPageOf(state: StudioState) {
  const query = { ...selected(state), limit: PAGE, offset: (state.page - 1) * PAGE }
  return answerOf('GET /creator/avatars', { query })
}

/** All avatars of a state, for a file. */
export async function allOf(state: StudioState): Promise<readonly OwnAvatar[]> {
  return (await ask('GET /creator/avatars', { query: selected(state) })).avatars
}

/** The first avatars of a state, as many as one write takes. */
export async function firstOf(state: StudioState): Promise<readonly OwnAvatar[]> {
  const query = { ...selected(state), limit: MAX_AVATARS }
  return (await ask('GET /creator/avatars', { query })).avatars
}

/** The avatars that are in lists now; not kept, as switches change which they are. */
export function listedAvatars(days: number) {
  return { ...answerOf('GET /creator/avatars', { query: { days, series: 'no', listed: 'yes' } }), gcTime: 0 }
}

export function avatarOf(id: string, days: number) {
  return answerOf('GET /creator/avatars/{id}', { params: { id }, query: { days } })
}

/** Returns what asks for everything of the studio again. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [key] }) => String(key).startsWith('/api/creator/'),
    })
}

export function codeOf(error: unknown) {
  return error instanceof Refusal ? error.code : 'unexpected_answer'
}
