import type { RejectionReason, StateCounts } from './items.ts'
import type { Pause } from './submitter.ts'

const avatars = (count: number) => (count === 1 ? '1 avatar' : `${count} avatars`)

/** Formats a duration as words: seconds, then minutes, then hours. */
function about(seconds: number): string {
  if (seconds < 90) return `about ${seconds} s`
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`
  return `about ${Math.round(seconds / 3600)} h`
}

export const en = {
  title: 'Submit avatars · Avatary',
  heading: 'Submit avatars',
  lead: 'Is a public avatar missing here? Paste its id or link: it is looked up on VRChat and added. Private avatars are not added.',
  notLookedUp: 'Right now nothing is looked up here. What you submit waits in the queue until that changes.',
  paste: 'Paste ids, links or a whole log',
  whereIdsAre:
    'Ids are in the addresses of avatars on vrchat.com, and in the log files of VRChat (output_log).',
  found: (ids: number, repeated: number, known: number, incomplete: string | null) =>
    [
      ids > 0 && `Found ${ids === 1 ? '1 id' : `${ids} ids`}`,
      ids === 0 && incomplete === null && 'No avatar id in this text',
      repeated > 0 && `${repeated} repeated`,
      known > 0 && `${known} in the list already`,
      incomplete !== null && `“${incomplete}” is not a whole id: 36 characters follow avtr_`,
    ]
      .filter(Boolean)
      .join(' · '),
  submitNone: 'Submit',
  submit: (count: string) => `Submit ${count}`,
  list: 'Submitted here',
  removeDecided: 'Clear finished ones',
  progress: ({ waiting, queued, indexed, rejected }: StateCounts) =>
    [
      `${indexed} in the index`,
      rejected > 0 && `${rejected} not added`,
      queued > 0 && `${queued} in the queue`,
      waiting > 0 && `${waiting} not sent yet`,
    ]
      .filter(Boolean)
      .join(' · '),
  pauses: {
    limit: (waiting: number) => `A hundred avatars a minute can be sent; ${avatars(waiting)} to go.`,
    queue_full: (waiting: number) => `The queue is full; ${avatars(waiting)} to go.`,
    unavailable: (waiting: number) => `The server cannot take them right now; ${avatars(waiting)} to go.`,
  } satisfies Record<Pause['reason'], (waiting: number) => string>,
  goesOn: (seconds: number) => `It goes on by itself in ${seconds} s.`,
  waiting: 'Not sent yet',
  queued: (position: string | null, etaSeconds: number | null) =>
    [
      position === null ? 'In the queue' : `Position ${position} in the queue`,
      etaSeconds !== null && about(etaSeconds),
    ]
      .filter(Boolean)
      .join(', '),
  indexed: 'Added',
  alreadyHere: 'Was here already',
  reasons: {
    not_public: 'Not public',
    not_found: 'No such avatar',
    blocked: 'Blocked here',
    not_listed: 'Not listed, as its creator wishes',
    invalid_id: 'Not an avatar id',
    submission_not_found: 'The server lost it: submit it again',
  } satisfies Record<RejectionReason, string>,
}
