// An organisation's own colour as the page's accent. Whatever was chosen keeps its hue; how light it is is decided here, for
// what stands in it or on it has to be read in both schemes.

type Oklch = [lightness: number, chroma: number, hue: number];

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const coded = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);

function linearOf(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255));
  return [red, green, blue];
}

function oklchOf(color: string): Oklch {
  const [red, green, blue] = linearOf(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return [0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short, Math.hypot(a, b), Math.atan2(b, a)];
}

function partsOf([lightness, chroma, hue]: Oklch): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** As bright a colour of that lightness and hue as screens have. */
function hexOf([lightness, chroma, hue]: Oklch): string {
  let within = chroma;
  const isShown = (parts: number[]) => parts.every((part) => part > -0.0005 && part < 1.0005);
  while (within > 0.001 && !isShown(partsOf([lightness, within, hue]))) within *= 0.95;
  const bytes = partsOf([lightness, within, hue]).map((part) => Math.round(coded(Math.min(1, Math.max(0, part))) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
  const [red, green, blue] = linearOf(color);
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

/** From 1 to 21, as WCAG counts it. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const READABLE = 4.6;
const STEP = 0.005;
const WHITE = "#ffffff";
/** What accents stand on at worst: `--hover` of tokens.css. */
const LIGHT_GROUND = "#e9edec";
const DARK_GROUND = "#1e2927";

/** The first lightness from a beginning on with which the colour can be read on all of these. */
function readableOn(grounds: string[], [from, chroma, hue]: Oklch, step: number): string {
  let lightness = from;
  const color = () => hexOf([lightness, chroma, hue]);
  while (grounds.some((ground) => contrast(color(), ground) < READABLE) && lightness > 0.05 && lightness < 0.97) lightness += step;
  return color();
}

export interface Accent {
  light: Record<string, string>;
  dark: Record<string, string>;
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** The variables that tokens.css and the theme have, in another colour; none for what is no colour. */
export function accentOf(color: string): Accent | null {
  if (!COLOR.test(color)) return null;
  const [lightness, chroma, hue] = oklchOf(color);
  const tone = (at: number, most: number) => hexOf([at, Math.min(chroma, most), hue]);
  const soft = { light: tone(0.946, 0.03), dark: tone(0.28, 0.034) };
  const light = readableOn([LIGHT_GROUND, soft.light, WHITE], [Math.min(lightness, 0.62), chroma, hue], -STEP);
  const dark = readableOn([DARK_GROUND, soft.dark], [Math.max(lightness, 0.76), Math.min(chroma, 0.13), hue], STEP);
  // Buttons are filled with it, and say what they do in white.
  const [filled] = oklchOf(light);
  const filledDark = readableOn([WHITE], [Math.max(filled, 0.57), Math.min(chroma, 0.16), hue], -STEP);
  const scale = [
    ...[0.965, 0.925, 0.85, 0.76, 0.68, 0.6].map((at, index) => tone(at, 0.02 + index * 0.025)),
    filledDark,
    light,
    hexOf([filled - 0.05, chroma, hue]),
    hexOf([filled - 0.11, chroma, hue]),
  ];
  const shades = Object.fromEntries(scale.map((shade, index) => [`--mantine-color-teal-${index}`, shade]));
  return {
    light: {
      ...shades,
      "--accent": light,
      "--accent-soft": soft.light,
      "--accent-line": tone(0.845, 0.05),
      "--mine": tone(0.952, 0.012),
      "--mantine-color-teal-outline-hover": soft.light,
    },
    dark: {
      ...shades,
      "--accent": dark,
      "--accent-soft": soft.dark,
      "--accent-line": tone(0.43, 0.06),
      "--mine": tone(0.275, 0.022),
      "--mantine-color-teal-light": soft.dark,
      "--mantine-color-teal-light-hover": tone(0.32, 0.05),
      "--mantine-color-teal-light-color": dark,
      "--mantine-color-teal-outline-hover": soft.dark,
    },
  };
}

/** As a sheet of its own, over the page's. */
export function accentSheet({ light, dark }: Accent): string {
  const rule = (scheme: string, variables: Record<string, string>) =>
    `:root[data-mantine-color-scheme="${scheme}"]{${Object.entries(variables).map(([name, value]) => `${name}:${value}`).join(";")}}`;
  return rule("light", light) + rule("dark", dark);
}
