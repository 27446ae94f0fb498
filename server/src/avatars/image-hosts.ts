/** The platform's image hosts. We may not serve pictures from elsewhere. */
export const IMAGE_HOSTS: ReadonlySet<string> = new Set([
  'api.vrchat.cloud',
  'files.vrchat.cloud',
  'd348imysud55la.cloudfront.net',
  'assets.vrchat.com',
])
