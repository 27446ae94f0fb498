import icons from 'unplugin-icons/vite'

/** Makes React components of lucide's drawings: `~icons/lucide/search`. */
export function lucideIcons() {
  return icons({ scale: 1, compiler: { compiler: componentOf, extension: 'jsx' } })
}

/** @param svg an icon without texts, whose attributes are all that differs from JSX. */
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
