// The look, as Mantine takes it. Colours of surfaces and text are in tokens.css: light and dark are
// designed there one by one.
import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** The one accent: a deep teal. */
const teal: MantineColorsTuple = [
  "#eaf5f4",
  "#d5e8e7",
  "#a9d3d0",
  "#7abcb8",
  "#54a8a3",
  "#379791",
  "#1f827d",
  "#0f5e5c",
  "#0b4d4b",
  "#063b3a",
];

/** Only for "a person must decide". */
const amber: MantineColorsTuple = [
  "#fdf4e3",
  "#fae7c6",
  "#f4cf8d",
  "#eeb652",
  "#e7a026",
  "#d18a10",
  "#b4740a",
  "#935c07",
  "#764a07",
  "#5a3806",
];

const dark: MantineColorsTuple = [
  "#e3eae9",
  "#c3cecc",
  "#9caba8",
  "#7c8c89",
  "#4a5856",
  "#33403e",
  "#222d2b",
  "#18211f",
  "#121a18",
  "#0c1211",
];

export const theme = createTheme({
  colors: { teal, amber, dark },
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
  headings: { fontFamily: "'Figtree Variable', system-ui, sans-serif", fontWeight: "620" },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "9px", lg: "14px", xl: "22px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Locking the page's scroll would need an inline style element, which the content policy forbids;
    // nothing but inner panes scrolls, so there is nothing to lock.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: "lg", transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 100 } } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
  },
});
