import { HUMAN_USER_AGENTS } from '@avatary/contract/counting'
import { DEVICES, type Device } from '@avatary/contract/tracking'
import { parse } from 'bowser'
import { isbot } from 'isbot'

/** Headsets send the user agent of a mobile browser with their name added, so they are tested first. */
const HEADSET =
  /OculusBrowser|\bQuest\b|PicoBrowser|Pico Neo|\bPico \d|Wolvic|Mobile VR|VivePort|Firefox Reality/i
/** The parser has no family for ChromeOS. */
const CHROME_OS = /\bCrOS\b/

/** True for programs that visit by themselves (`counting.ts` in the contract). */
export function isBot(userAgent: string): boolean {
  return isbot(userAgent) && !HUMAN_USER_AGENTS.some(beginning => userAgent.startsWith(beginning))
}

/** The device family; null for unknown ones and for programs that are not browsers. */
export function deviceOf(userAgent: string): Device | null {
  if (userAgent === '') return null
  if (HEADSET.test(userAgent)) return 'vr'
  if (CHROME_OS.test(userAgent)) return 'desktop'
  const { type } = parse(userAgent).platform
  return DEVICES.find(device => device === type) ?? null
}
