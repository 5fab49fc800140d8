/** Black or white, whichever can be read on a colour such as `#0f766e`; one of them always has a contrast of 4.5. */
export function inkOn(color: string): "#000" | "#fff" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722 > 0.179 ? "#000" : "#fff";
}
