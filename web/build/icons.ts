import icons from 'unplugin-icons/vite'

/** Turns lucide's SVG files into React components that are imported as `~icons/lucide/search`. */
export function lucideIcons() {
  return icons({ scale: 1, compiler: { compiler: componentOf, extension: 'jsx' } })
}

/** @param svg an icon without text, in which only the names of attributes differ from JSX. */
function componentOf(svg: string): string {
  const drawing = svg
    .replace(/^<svg[^>]*>/, '<svg className="icon" viewBox="0 0 24 24" {...props}>')
    .replace(/ stroke-width="[^"]*"/g, ' stroke-width="1.75"')
    .replace(
      / ([a-z]+)-([a-z])([a-z]*)=/g,
      (_, head, first, rest) => ` ${head}${first.toUpperCase()}${rest}=`,
    )
  return `export default props => ${drawing}`
}
