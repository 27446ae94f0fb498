import { type Answer, ask } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'
import type { StudioState } from './state.ts'

export const AVATARS_PER_PAGE = 100

/** Maximum number of avatars of one write, and of one answer. */
export const MAX_AVATARS = 500

export type Overview = Answer<'GET /creator/overview'>
export type OwnPage = Answer<'GET /creator/avatars'>
export type OwnAvatar = OwnPage['avatars'][number]

/** The fields of an avatar that changing its visibility needs. */
export type SelectedAvatar = Pick<OwnAvatar, 'id' | 'name' | 'hiddenBecause'>

export const optOutState = answerOf('GET /creator/opt-out', {})

export function overviewOf({ days }: StudioState) {
  return answerOf('GET /creator/overview', { query: { days: Number(days) } })
}

/** The query parameters of a state, without the page. */
function queryOf({ days, sort, listed }: StudioState) {
  return { days: Number(days), series: 'no', sort, listed: listed === 'all' ? undefined : listed } as const
}

export function ownPageOf(state: StudioState) {
  const query = { ...queryOf(state), limit: AVATARS_PER_PAGE, offset: (state.page - 1) * AVATARS_PER_PAGE }
  return answerOf('GET /creator/avatars', { query })
}

/** Fetches all avatars of a state, for a file. */
export async function fetchAllAvatars(state: StudioState): Promise<readonly OwnAvatar[]> {
  return (await ask('GET /creator/avatars', { query: queryOf(state) })).avatars
}

/** Fetches the first avatars of a state, as many as one write accepts. */
export async function fetchFirstAvatars(state: StudioState): Promise<readonly OwnAvatar[]> {
  const query = { ...queryOf(state), limit: MAX_AVATARS }
  return (await ask('GET /creator/avatars', { query })).avatars
}

/** The avatars that are listed now; not cached, because each switch of the table changes them. */
export function listedAvatars(days: number) {
  return { ...answerOf('GET /creator/avatars', { query: { days, series: 'no', listed: 'yes' } }), gcTime: 0 }
}

export function avatarOf(id: string, days: number) {
  return answerOf('GET /creator/avatars/{id}', { params: { id }, query: { days } })
}
