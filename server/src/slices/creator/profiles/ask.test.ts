import assert from 'node:assert/strict'
import { it } from 'node:test'
import { profilesOf } from './ask.ts'

const told = (platform_id: string, profile: string) => ({ platform_id, profile })

it('only web addresses become profiles, of those alone who were asked for, the first of several', () => {
  const answer = [
    told('usr_1', 'javascript:alert(1)'),
    told('usr_1', 'data:text/html,x'),
    told('usr_2', 'https://user:secret@evil.example/'),
    told('usr_2', `https://community.example/${'x'.repeat(3000)}`),
    told('usr_3', 'https://community.example/@first'),
    told('usr_3', 'https://community.example/@second'),
    told('usr_4', 'nonsense'),
    told('usr_9', 'https://community.example/@nobody-asked'),
    told('__proto__', 'https://community.example/@proto'),
  ]
  const profiles = profilesOf(['usr_1', 'usr_2', 'usr_3', 'usr_4', 'usr_5'], answer)
  assert.deepEqual(profiles, [
    { authorId: 'usr_1', url: null },
    { authorId: 'usr_2', url: null },
    { authorId: 'usr_3', url: 'https://community.example/@first' },
    { authorId: 'usr_4', url: null },
    { authorId: 'usr_5', url: null },
  ])
})
