/** Converts an OKLCH colour to `#rrggbb`: lightness and chroma from 0 to 1, hue in turns (CSS Color 4, "OKLab"). */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos(hue * 2 * Math.PI)
  const b = chroma * Math.sin(hue * 2 * Math.PI)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return hex([
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ])
}

/** Converts linear light to `#rrggbb`. */
function hex(channels: readonly number[]): string {
  const bytes = channels.map(channel => {
    const linear = Math.min(1, Math.max(0, channel))
    const gammaEncoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(gammaEncoded * 255)
  })
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
