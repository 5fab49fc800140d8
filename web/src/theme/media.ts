/** One column: no room for a side bar. The same width as in the style sheets. */
export const PHONE = "(max-width: 48em)";
/** No room for sources beside the conversation: they open as a sheet. */
export const NARROW = "(max-width: 72em)";
