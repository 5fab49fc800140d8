// Pictures that can stand for an organisation.
export const LARGEST_LOGO = 256 * 1024;
export const PICTURES = ["image/png", "image/jpeg", "image/webp"];

/** What is wrong with a file, as far as that can be said before it is sent. */
export function faultOf(file: { type: string; size: number }): "kind" | "size" | null {
  if (!PICTURES.includes(file.type)) return "kind";
  return file.size > LARGEST_LOGO || file.size === 0 ? "size" : null;
}
