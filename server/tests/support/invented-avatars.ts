import type { AvatarPatch } from '../../src/avatars/store.ts'
import { DAY_MS } from '../../src/kernel/days.ts'

const START = Date.UTC(2025, 0, 1)

/** `avtr_` and a UUID whose last digits are the number. */
export function inventedId(number: number): string {
  return `avtr_5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

const ANNA = { authorId: 'usr_00000000-0000-4000-8000-0000000000a1', authorName: 'Anna' }
const BORIS = { authorId: 'usr_00000000-0000-4000-8000-0000000000b2', authorName: 'Борис' }
const CHIYO = { authorId: 'usr_00000000-0000-4000-8000-0000000000c3', authorName: '千代' }

type Traits = Partial<Omit<AvatarPatch, 'id' | 'name'>>

/** The name or the traits of each invented avatar show its purpose. */
const AVATARS: readonly (readonly [name: string, traits: Traits])[] = [
  [
    'Arctic Fox',
    { ...ANNA, tags: ['author_tag_fox', 'author_tag_quest'], platforms: ['pc', 'quest'], views: 50 },
  ],
  ['Red Fox', { ...ANNA, tags: ['author_tag_fox'], platforms: ['pc'], views: 70, likes: 2 }],
  [
    'Foxglove',
    { ...BORIS, description: 'A flower, no animal', platforms: ['pc', 'quest', 'ios'], views: 70, likes: 9 },
  ],
  ['Queenǃǃ', { ...BORIS, platforms: ['quest'], performance: { quest: 'Very Poor' } }],
  ['桔梗の浴衣', { ...CHIYO, description: 'キキョウ', platforms: ['pc'] }],
  ['マヌカ ver․2', { ...CHIYO, platforms: ['pc', 'quest'], performance: { pc: 'Good', quest: 'Poor' } }],
  ['𝓕𝓪𝓷𝓬𝔂 Cat', { ...ANNA, tags: ['author_tag_cat', 'system_approved'], platforms: ['pc'] }],
  [
    'Wolf',
    { ...BORIS, description: 'grey wolf with a fox tail', tags: ['content_horror'], platforms: ['ios'] },
  ],
]

/** Eight avatars, numbered from 1 and added a day apart in this order. */
export const INVENTED_AVATARS: readonly AvatarPatch[] = AVATARS.map(([name, traits], index) => ({
  id: inventedId(index + 1),
  name,
  description: '',
  imageUrl: `https://api.vrchat.cloud/api/1/image/file_5eed0000-0000-4000-8000-${String(index).padStart(12, '0')}/1/256`,
  tags: [],
  performance: {},
  createdAtMs: START + index * DAY_MS,
  updatedAtMs: START + index * DAY_MS,
  addedAtMs: START + index * DAY_MS,
  ...traits,
}))
