/** Messages for requests that the server did not answer. The others are loaded when it answers an error. */
export const firstErrors = {
  offline: 'You are offline.',
  unreachable: 'The server does not answer. Check your connection.',
  unexpected_answer:
    'The server answered with something that this page does not understand. Reload the page.',
}
