import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COUNTING_RULES, HUMAN_USER_AGENTS } from '@avatary/contract/counting'
import { deviceOf, isBot } from './user-agents.ts'
import { Visitors } from './visitors.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const BROWSERS: readonly (readonly [userAgent: string, device: string | null])[] = [
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'desktop'],
  [`${MOZILLA} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'desktop'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
    'desktop',
  ],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'desktop'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
    'mobile',
  ],
  [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'mobile'],
  [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'tablet'],
  [
    `${MOZILLA} (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1`,
    'tablet',
  ],
  [
    `${MOZILLA} (X11; Linux x86_64; Quest 3) ${WEBKIT} OculusBrowser/38.2 Chrome/132.0 VR Safari/537.36`,
    'vr',
  ],
  [
    `${MOZILLA} (Linux; Android 10; A8110) ${WEBKIT} PicoBrowser/3.3 Chrome/105.0 Mobile VR Safari/537.36`,
    'vr',
  ],
  [`${MOZILLA} (Android 12; Mobile VR; rv:121.0) Gecko/121.0 Firefox/121.0 Wolvic/1.6`, 'vr'],
  ['VRCX 2025.08.17', null],
  ['', null],
]

const BOTS = [
  `${MOZILLA} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  `${MOZILLA} (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)`,
  `${MOZILLA} (compatible; Discordbot/2.0; +https://discordapp.com)`,
  `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0.0.0 Safari/537.36`,
  'facebookexternalhit/1.1',
  'Twitterbot/1.0',
  'curl/8.14.1',
  'python-requests/2.32.0',
  'Go-http-client/2.0',
]

describe('a user agent', () => {
  for (const [userAgent, device] of BROWSERS) {
    it(`is ${device ?? 'of no known family'}: ${userAgent}`, () => {
      assert.equal(deviceOf(userAgent), device)
      assert.equal(isBot(userAgent), false)
    })
  }

  it('is not a bot when it names a program that people use', () => {
    for (const program of ['VRCX 2025.08.17', 'VRChat/1.0', 'UnityPlayer/2022.3.22f1 (UnityWebRequest/1.0)'])
      assert.equal(isBot(program), false)
    assert.equal(isBot('Googlebot VRCX'), true)
  })

  it('is counted as the reference documents', () => {
    const named = COUNTING_RULES.join().match(/(?<=`)[^` ]+\/\d[^` ]*/g)!
    assert.deepEqual(named, ['curl/8.14.1', 'python-requests/2.32.0'])
    for (const program of named) assert.equal(isBot(program), true, program)
    for (const program of HUMAN_USER_AGENTS) assert.equal(isBot(`${program} 1`), false, program)
  })

  it('is a bot for crawlers and tools', () => {
    assert.deepEqual(
      BOTS.filter(userAgent => !isBot(userAgent)),
      [],
    )
  })
})

describe('visitors', () => {
  it('are parsed once each, and dropped when there are too many', () => {
    let askCount = 0
    const visitors = new Visitors({
      isBot: userAgent => userAgent.startsWith('bot'),
      deviceOf: () => {
        askCount++
        return 'desktop'
      },
    })
    assert.deepEqual(visitors.visitorOf('bot 1'), { isBot: true, device: null })
    for (let i = 0; i < 3; i++)
      assert.deepEqual(visitors.visitorOf('browser'), { isBot: false, device: 'desktop' })
    assert.equal(askCount, 1)
    for (let i = 0; i < 5000; i++) visitors.visitorOf(`browser ${i}`)
    visitors.visitorOf('browser')
    assert.equal(askCount, 5002)
    visitors.visitorOf()
    assert.equal(askCount, 5003)
  })

  it('only differ by the first 512 characters', () => {
    const seen: string[] = []
    const visitors = new Visitors({ isBot: text => seen.push(text) === 0, deviceOf: () => null })
    visitors.visitorOf('x'.repeat(600))
    visitors.visitorOf('x'.repeat(10_000))
    assert.deepEqual(seen, ['x'.repeat(512)])
  })
})
