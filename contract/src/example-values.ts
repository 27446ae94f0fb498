/** Made-up values that several schemas and samples share. */

export const EXAMPLE_AVATAR_ID = 'avtr_3f0c7a52-9d1e-4b68-8a27-5c41e0b96d13'
export const MISSING_AVATAR_ID = 'avtr_00000000-0000-4000-8000-000000000000'
export const EXAMPLE_AUTHOR_ID = 'usr_8a4d1f6b-2c90-4e57-b3d8-71f0a95c2e64'
export const EXAMPLE_IMAGE =
  'https://api.vrchat.cloud/api/1/image/file_b7e2d0c4-6f38-49a1-8d5b-0e9a3c71f625/2/256'
export const EXAMPLE_MOMENT = '2026-11-02T08:30:00.000Z'

/** A search whose answer has a warning, because `size` is no qualifier. */
export const EXAMPLE_SEARCH = 'q=fox+size:small&limit=1'

const MARLOW_PROFILE = 'https://community.example/u/marlow'
export const EXAMPLE_PERSON = {
  id: '4821',
  username: 'marlow',
  name: 'Marlow',
  picture: `${MARLOW_PROFILE}.png`,
  profile: MARLOW_PROFILE,
}

export const EXAMPLE_GROUP = 'k3v9Qe7LxP2m'

/** A group of the platform, in placements. */
export const EXAMPLE_WORLD_GROUP = {
  name: 'Lantern Makers',
  description: 'We build lanterns, and foxes to carry them.',
  url: 'https://community.example/g/lantern-makers',
}

export const EXAMPLE_CLIENT = {
  id: 'avc_c2hvcnQgZm94',
  secret: 'avs_bm8gZm94IGlzIGEgc2VjcmV0',
  name: 'Fox Finder',
  site: 'https://app.example',
  redirectUri: 'https://app.example/callback',
}

export const EXAMPLE_GUILD = '81384788765712384'
export const EXAMPLE_CHANNEL = '91384788765712384'
export const EXAMPLE_INVITE = 'https://discord.com/oauth2/authorize?client_id=1'
