/** Dictionaries of OpenCC that the package exports without types: `from to other|from to|…`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default dictionary
}
