// The page for the time without a connection is shown at the address that was opened.
addEventListener('online', () => location.reload())
