/** The logo of the site. */
export function Fox() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <linearGradient id="fox" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#7c3aed" />
        <stop offset="1" stopColor="#f9735b" />
      </linearGradient>
      <path
        fill="url(#fox)"
        d="M4.6 4.2c-.9-.7-2.1 0-2 1.1l1.2 11.6c.3 2.8 1.6 5.1 3.7 6.9l6.2 4.9c1.4 1.1 3.2 1.1 4.6 0l6.2-4.9c2.1-1.8 3.4-4.1 3.7-6.9l1.2-11.6c.1-1.1-1.1-1.8-2-1.1l-6.3 4.9a11 11 0 0 0-10.2 0z"
      />
      <circle cx="11" cy="16.5" r="1.7" fill="#fff" />
      <circle cx="21" cy="16.5" r="1.7" fill="#fff" />
      <path
        fill="#fff"
        d="M12.4 21.6c0-1 1.5-1.6 3.6-1.6s3.6.6 3.6 1.6c0 1.7-2.3 4.7-3.6 4.7s-3.6-3-3.6-4.7z"
      />
    </svg>
  )
}
