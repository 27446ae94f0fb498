import type { Device } from '@avatary/contract/tracking'
import type { BotRule } from './visitors.ts'

const BOT =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrape|fetcher|preview|headless|lighthouse|facebookexternalhit|monitor|uptime|curl\/|wget\/|python|java\/|okhttp|go-http-client|libwww|axios|node-fetch|http-client|^node\b|^undici/i

/** Programs that people look at avatars with, and that lists of bots take for one as they are no browsers. */
const PEOPLE = /^VRCX\b|^VRChat\/|^UnityPlayer\//

/** Headsets name themselves beside an ordinary mobile browser, so they are looked for first. */
const VR = /OculusBrowser|\bQuest\b|PicoBrowser|Pico Neo|\bPico \d|Wolvic|Mobile VR|VivePort|Firefox Reality/i
const TABLET = /iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i
const MOBILE = /Mobi|iPhone|iPod|Android|Windows Phone|Opera Mini/i
const DESKTOP = /Windows NT|Macintosh|X11|Linux|CrOS/i

/** Programs that visit by themselves, by the words they name themselves with. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/** A rule about bots, but for the programs that people look at avatars with. */
export function sparingPeople(isBot: BotRule): BotRule {
  return userAgent => !PEOPLE.test(userAgent) && isBot(userAgent)
}

/** The device family by the words that browsers have in common; null for what is no browser. */
export function deviceOf(userAgent: string): Device | null {
  if (VR.test(userAgent)) return 'vr'
  if (TABLET.test(userAgent)) return 'tablet'
  if (MOBILE.test(userAgent)) return 'mobile'
  return DESKTOP.test(userAgent) ? 'desktop' : null
}
