import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { COMMANDS } from '../../src/slices/discord/commands.ts'
import { avatary } from '../support/command-line.ts'

async function start() {
  const sim = await startDiscordSim({ now: () => 0 })
  const env = {
    DISCORD_API_URL: sim.apiUrl,
    DISCORD_CLIENT_ID: sim.clientId,
    DISCORD_CLIENT_SECRET: sim.clientSecret,
    DISCORD_BOT_TOKEN: sim.botToken,
    PUBLIC_URL: 'https://avatary.example',
  }
  return { sim, env, [Symbol.asyncDispose]: () => sim.stop() }
}

describe('the discord command', () => {
  it('registers commands and checks, and prints the addresses for the portal', async () => {
    await using discord = await start()
    const { code, stdout } = await avatary(['discord', 'register'], discord)
    assert.equal(code, 0)
    assert.match(stdout, /https:\/\/avatary\.example\/api\/discord\/callback/)
    assert.match(stdout, /https:\/\/avatary\.example\/api\/bot\/interactions/)
    assert.deepEqual(discord.sim.commands.get('global'), JSON.parse(JSON.stringify(COMMANDS)))
    const keys = (discord.sim.metadata.records as { key: string }[]).map(({ key }) => key)
    assert.deepEqual(keys, ['verified', 'supporter', 'listed_avatars', 'total_views', 'saved_avatars'])
  })

  it('registers commands for one server', async () => {
    await using discord = await start()
    const { code, stdout } = await avatary(['discord', 'register', '--guild=500', '--json'], discord)
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout).guild, '500')
    assert.ok(discord.sim.commands.has('500'))
  })

  it('reports missing settings and refusals of Discord', async () => {
    assert.match((await avatary(['discord', 'register'])).stderr, /DISCORD_BOT_TOKEN/)
    assert.equal((await avatary(['discord', 'dance'])).code, 2)
    assert.equal((await avatary(['discord', 'register', '--guild=foxes'])).code, 2)
    await using discord = await start()
    const env = { ...discord.env, DISCORD_BOT_TOKEN: 'hunter2' }
    const { code, stderr } = await avatary(['discord', 'register'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /answered 401/)
    assert.doesNotMatch(stderr, /hunter2/)
  })
})
