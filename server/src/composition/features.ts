import type { Features } from '@avatary/contract/sessions'
import type { Config } from '../config/config.ts'

/** The features that a server with this configuration has. @param demo true when it serves the demo. */
export function featuresOf({ community, platform, discord }: Config, demo: boolean): Features {
  return {
    signIn: community !== null,
    verification: platform.account !== null,
    discord: discord.client !== null,
    discordBot: discord.publicKey !== null,
    demo,
  }
}
