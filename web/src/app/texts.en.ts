export const en = {
  skip: 'Skip to the content',
  skipToResults: 'Skip to the results',
  pages: 'Pages',
  search: 'Search',
  insights: 'Insights',
  submit: 'Submit',
  saved: 'Saved',
  docs: 'API',
  settings: 'Settings',
  account: 'Account',
  signIn: 'Sign in',
  offline:
    'You are offline. What you have already seen stays readable; saving works again once you are back.',
  updated: 'There is a newer version of this site.',
  reload: 'Reload',
  notFound: 'There is nothing here',
  notFoundText: 'The address is wrong, or what was here is gone.',
}
