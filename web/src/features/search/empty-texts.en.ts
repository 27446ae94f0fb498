import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

export const en = {
  nothing: (q: ReactNode) => sentence('Nothing matches “', q, '”'),
  nothingFiltered: 'Nothing matches these filters',
  nothingText: 'All words must match. Try fewer words, or one of these.',
  nothingTextAlone: 'Try other words, or look at everything.',
  unknownId: 'No avatar here has this id',
  unknownIdText: 'If it is public, submit it: it is looked up on VRChat and added.',
  submitId: 'Submit it to be added',
  allPlatforms: 'Search every platform',
  everyPerformance: 'Search without the rating',
  everyTag: 'Search without the tag',
  everything: 'All avatars',
  none: 'No avatars are here yet',
  noneText: 'Submit public avatars, and they are looked up and added.',
  submit: 'Submit avatars',
}
