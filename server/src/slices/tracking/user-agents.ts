import type { Device } from '@avatary/contract/tracking'

const BOT =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrape|fetcher|preview|headless|lighthouse|facebookexternalhit|monitor|uptime|curl\/|wget\/|python|java\/|okhttp|go-http-client|libwww|axios|node-fetch|http-client|^node\b|^undici/i

/** Headsets name themselves beside an ordinary mobile browser, so they are looked for first. */
const VR = /OculusBrowser|\bQuest\b|PicoBrowser|Pico Neo|\bPico \d|Wolvic|Mobile VR|VivePort|Firefox Reality/i
const TABLET = /iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i
const MOBILE = /Mobi|iPhone|iPod|Android|Windows Phone|Opera Mini/i
const DESKTOP = /Windows NT|Macintosh|X11|Linux|CrOS/i

/** Programs that visit by themselves, by the words they name themselves with. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/** Whether a user agent is a headset's browser. */
export function isHeadset(userAgent: string): boolean {
  return VR.test(userAgent)
}

/** The device family by the words that browsers have in common; null for what is no browser. */
export function deviceOf(userAgent: string): Device | null {
  if (isHeadset(userAgent)) return 'vr'
  if (TABLET.test(userAgent)) return 'tablet'
  if (MOBILE.test(userAgent)) return 'mobile'
  return DESKTOP.test(userAgent) ? 'desktop' : null
}
