/**
 * Referring sites that are counted by name, as registrable domains; all others are `other`. Indexes are stored: only
 * append sites, and never remove one.
 */
export const SITES = [
  'direct',
  'vrchat.com',
  'discord.com',
  'x.com',
  'google.com',
  'bing.com',
  'duckduckgo.com',
  'yahoo.com',
  'baidu.com',
  'yandex.com',
  'naver.com',
  'ecosia.org',
  'brave.com',
  'startpage.com',
  'reddit.com',
  'youtube.com',
  'twitch.tv',
  'tiktok.com',
  'instagram.com',
  'facebook.com',
  'bsky.app',
  'mastodon.social',
  'misskey.io',
  'threads.net',
  'telegram.org',
  'vk.com',
  'line.me',
  'weibo.com',
  'bilibili.com',
  'pixiv.net',
  'booth.pm',
  'gumroad.com',
  'jinxxy.com',
  'payhip.com',
  'patreon.com',
  'ko-fi.com',
  'fanbox.cc',
  'carrd.co',
  'linktr.ee',
  'github.com',
  'steamcommunity.com',
  'steampowered.com',
  'fandom.com',
  'wikipedia.org',
  'deviantart.com',
  'tumblr.com',
  'pinterest.com',
  'chatgpt.com',
  'perplexity.ai',
] as const

/** Other domains of these sites: short links, former names, apps. */
const ALIASES: Readonly<Record<string, (typeof SITES)[number]>> = {
  'vrc.group': 'vrchat.com',
  'vrchat.cloud': 'vrchat.com',
  'discord.gg': 'discord.com',
  'discordapp.com': 'discord.com',
  'com.discord': 'discord.com',
  'twitter.com': 'x.com',
  't.co': 'x.com',
  'com.twitter.android': 'x.com',
  'com.google.android.googlequicksearchbox': 'google.com',
  'com.google.android.gm': 'google.com',
  'redd.it': 'reddit.com',
  'com.reddit.frontpage': 'reddit.com',
  'youtu.be': 'youtube.com',
  'fb.com': 'facebook.com',
  'fb.me': 'facebook.com',
  'threads.com': 'threads.net',
  't.me': 'telegram.org',
  'org.telegram.messenger': 'telegram.org',
  'b23.tv': 'bilibili.com',
  'fanbox.pixiv.net': 'fanbox.cc',
  'pin.it': 'pinterest.com',
  'chat.openai.com': 'chatgpt.com',
}

const SITE_BY_DOMAIN = new Map<string, string>([
  ...SITES.map(site => [site, site] as const),
  ...Object.entries(ALIASES),
])

/** Sites with a domain per country. */
const COUNTRY_DOMAIN = /(?:^|\.)(google|yahoo|yandex|pinterest)\.(?:com?\.)?[a-z]{2,3}$/

/**
 * The bucket of a referring page: `direct` for none (`about:client` in the Fetch standard) or our own, the
 * name of a known site, otherwise null.
 * @param ownHost host and port of our own pages.
 */
export function siteOf(referrer: string, ownHost: string): string | null {
  if (referrer === '' || referrer === 'about:client') return 'direct'
  const url = URL.parse(referrer)
  if (url === null) return null
  if (url.host === ownHost) return 'direct'
  for (let domain = url.hostname.toLowerCase(); ; ) {
    const site = SITE_BY_DOMAIN.get(domain)
    if (site !== undefined) return site
    const dot = domain.indexOf('.')
    if (dot === -1) break
    domain = domain.slice(dot + 1)
  }
  const name = COUNTRY_DOMAIN.exec(url.hostname)?.[1]
  return name === undefined ? null : `${name}.com`
}
