export const en = {
  noLink: 'Which avatars are yours?',
  noLinkText:
    'Your community profile has no verified VRChat account, so nobody can tell which avatars you made.',
  steps: [
    'Open your profile at the community site.',
    'Link your VRChat account there, and have it verified.',
    'Come back to this page.',
  ],
  openProfile: 'Open your profile',
  checkAgain: 'Check again',
  signInAgain: 'Sign in again',
  wait: 'A new link is seen here within ten minutes, or at once when you sign in again. This site never asks for your VRChat password.',
}
