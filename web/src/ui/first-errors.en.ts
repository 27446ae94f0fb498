/** Reasons of requests without a refusal of the server; the page has the others once the server refused one. */
export const firstErrors = {
  offline: 'You are offline.',
  unreachable: 'The server does not answer. Check your connection.',
  unexpected_answer:
    'The server answered with something that this page does not understand. Reload the page.',
}
