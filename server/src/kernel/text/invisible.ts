/** Recommended emoji sequences; their joiners and selectors are part of a visible picture (Unicode UTS #51). */
const EMOJI = /\p{RGI_Emoji}/gv

/** Selectors after an emoji (text or picture style), an ideograph or a Mongolian letter (variants). */
const SELECTORS =
  /(?<=[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}])[\ufe0e\ufe0f\u180b-\u180f\u{e0100}-\u{e01ef}]/gu

/** Joiners in scripts where they distinguish words (RFC 5892, appendix A.1 and A.2). */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d](?=\p{L})/gu

/**
 * Controls, line separators, bidirectional overrides, characters without a glyph, and lone surrogates. U+FFFD stands
 * for NULs and lone surrogates in what a request sent (`wellFormed` of the contract).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u

/**
 * True for a text with invisible characters, which can make it look like another text or disturb the text next to it:
 * direction overrides, zero-width spaces, fillers. Joiners in emoji and in scripts that need them are allowed.
 */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text.replace(EMOJI, ' ').replace(SELECTORS, '').replace(JOINERS, ''))
}
