import type { Features } from '@avatary/contract/sessions'
import type { Config } from '../config/config.ts'

export function featuresOf({ community, platform, discord }: Config, isDemo: boolean): Features {
  return {
    signIn: community !== null,
    verification: platform.account !== null,
    discord: discord.client !== null,
    discordBot: discord.publicKey !== null,
    demo: isDemo,
  }
}
