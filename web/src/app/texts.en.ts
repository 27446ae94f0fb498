export const en = {
  skip: 'Skip to the content',
  search: 'Search',
  insights: 'Insights',
  docs: 'API',
  offline: 'You are offline. What you have already seen stays readable.',
  notFound: 'There is nothing here',
  notFoundText:
    'The address is wrong, or what was here is gone. Search for it, or look at the newest avatars.',
  newest: 'Newest avatars',
}
