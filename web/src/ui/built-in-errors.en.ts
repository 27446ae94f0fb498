/** Messages for failures without an error code of the server; those for codes are loaded when one arrives. */
export const builtInErrors = {
  offline: 'You are offline.',
  unreachable: 'The server does not answer. Check your connection.',
  unexpected_answer:
    'The server answered with something that this page does not understand. Reload the page.',
}
