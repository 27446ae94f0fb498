/** The dictionaries of OpenCC, which the package exports and does not declare: `from to other|from to|…`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default dictionary
}
