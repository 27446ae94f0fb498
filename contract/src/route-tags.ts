/** The tags of OpenAPI that group routes, in the order of the page `/docs`. */
export const ROUTE_TAGS = [
  {
    name: 'catalog',
    title: 'Catalog',
    description: 'Search, browse, submit, mirror and follow avatars. No key, no account.',
  },
  {
    name: 'insights',
    title: 'Insights',
    description: 'Anonymous, aggregate numbers for every listed avatar.',
  },
  {
    name: 'world',
    title: 'World',
    description: 'Plain GET, plain JSON, long pages: made for clients inside worlds, good for any.',
  },
  {
    name: 'account',
    title: 'Account',
    description: 'Settings, saved avatars, groups and likes of a signed-in user.',
  },
  {
    name: 'creator',
    title: 'Creator',
    description: 'For creators whose platform account is verified on their community profile.',
  },
  {
    name: 'discord',
    title: 'Discord',
    description: 'Linked roles, the bot and its settings for each server.',
  },
  {
    name: 'oauth',
    title: 'OAuth 2.0',
    description: 'Sign users in to your own application, with any standard library.',
  },
  {
    name: 'interop',
    title: 'Other programs',
    description: 'What VRCX, VRC-LOG and feed readers speak already.',
  },
  {
    name: 'admin',
    title: 'Administration',
    description: 'For operators of this server, who have its admin token.',
  },
  { name: 'service', title: 'Service', description: 'State of the service, and this contract as OpenAPI.' },
] as const

export type RouteTag = (typeof ROUTE_TAGS)[number]['name']
