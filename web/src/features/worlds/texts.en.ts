export const en = {
  title: 'Avatars in your world · Avatary',
  heading: 'Avatars in your world',
  lead: 'A world loads avatars, tags and names by plain addresses, as JSON that `VRCJson` reads. No key, no account.',
  bake: 'Addresses to bake in',
  bakeText:
    'A `VRCUrl` is made when the world is built, so a world holds fixed addresses. These never change their meaning. With each comes what it answers now, shortened to a few entries.',
  addresses: {
    bundle: {
      title: 'Everything for a start',
      text: 'Numbers, rising avatars, placements, tags, searches and names in one download. Begin with this one.',
    },
    list: {
      title: 'Pages of avatars',
      text: 'Bake offset 0, 100, 200 and so on to leaf through. Orders are popular, recent, oldest, name, updated and relevance.',
    },
    quest: { title: 'Avatars of one platform', text: 'Only what runs there: pc, quest or ios.' },
    tag: { title: 'A shelf by tag', text: 'Or by creator, with `author=usr_…` in its place.' },
    trending: { title: 'Rising this week', text: 'By how many more views they have than the week before.' },
    random: { title: 'Random avatars', text: 'Others each time; never cached.' },
    all: {
      title: 'Every avatar',
      text: 'A thousand for each address: offset 0, 1000, 2000. A thousand avatars take some 350 kB.',
    },
    promoted: { title: 'Promoted avatars', text: 'Paid placements, the heaviest first.' },
    admins: { title: 'Staff', text: 'Display names that your world may treat as staff.' },
    supporters: { title: 'Supporters', text: 'Names to thank, and the tier of each.' },
    client: { title: 'For a small client', text: '120 avatars, supporters and counts.' },
  },
  copy: 'Copy',
  copyOf: (address: string) => `Copy ${address}`,
  answer: 'Its answer now, shortened',
  answerOf: (title: string) => `Answer: ${title}`,
  bytes: (count: string) => `${count} bytes`,
  search: 'Searches',
  searchText:
    'What a visitor types cannot be part of a baked address. Let them paste one like this into a `VRCUrlInputField`.',
  rely: 'What you can rely on',
  relyRules: [
    'Every key is always there and keeps its type. Lists are lists when they are empty, and ids are text.',
    'Only `nextOffset`, `authorVrclUrl` and `updatedAt` are ever `null`.',
    'No hidden, blocked or unlisted avatar is in a list at the time of `now`.',
    'Keys may be added. If anything else ever changes, `schema` in `/world/ping` grows.',
  ],
  often: 'How often to load',
  oftenText:
    'VRChat loads one text in five seconds for each visitor, in random order. Load one address after the other, the bundle first, and again every ten minutes at most. The server answers 240 requests a minute to one internet address; beyond that comes 429 with `Retry-After`. Keep what you have, and try again later.',
  untrusted: 'Allow Untrusted URLs',
  untrustedText:
    'VRChat loads texts from a few hosts alone, so each visitor has to switch on “Allow Untrusted URLs” in their settings. For everybody else, the operator of this server can publish the same answers as files on GitHub Pages, which VRChat trusts.',
  counting: 'What counts',
  countingText:
    'Being in a list counts as an impression by itself. These two addresses count more: the first a view, the second that somebody put the avatar on. Bake them in for avatars that stand in your world for good.',
  example: 'An UdonSharp example',
  exampleText:
    'It fills pedestals from a list and turns its pages. It survives errors, odd answers and the limit: what is shown stays until there is something better.',
  copyExample: 'Copy the code',
  reference: 'Every world endpoint in the API reference',
}
