import assert from 'node:assert/strict'
import { it } from 'node:test'
import { profilesOf } from './ask.ts'

const creator = (platform_id: string, profile: string) => ({ platform_id, profile })

it('each requested author gets the first profile with a web address, and other authors are ignored', () => {
  const answer = [
    creator('usr_1', 'javascript:alert(1)'),
    creator('usr_1', 'data:text/html,x'),
    creator('usr_2', 'https://user:secret@evil.example/'),
    creator('usr_2', `https://community.example/${'x'.repeat(3000)}`),
    creator('usr_3', 'https://community.example/@first'),
    creator('usr_3', 'https://community.example/@second'),
    creator('usr_4', 'nonsense'),
    creator('usr_9', 'https://community.example/@nobody-asked'),
    creator('__proto__', 'https://community.example/@proto'),
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
