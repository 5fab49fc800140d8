import { convertCssVariables, defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { theme } from "./src/theme/theme.ts";

/**
 * The theme's CSS variables as a file. Mantine would put them into a style element at run time, which needs
 * `style-src 'unsafe-inline'`; so they are made here, and the page does with `style-src 'self'`.
 */
function themeVariables(): Plugin {
  const name = "virtual:theme-variables.css";
  return {
    name: "theme-variables",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
      return convertCssVariables(variables, ":root");
    },
  };
}

const server = process.env.CONSERJE_URL ?? "http://127.0.0.1:8484";
const doors = ["/api", "/v1", "/docs", "/health", "/metrics"];

export default defineConfig({
  plugins: [react(), themeVariables()],
  server: { proxy: Object.fromEntries(doors.map((door) => [door, { target: server }])) },
  build: {
    target: "es2022",
    // Nothing inline: the content policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: "index.html", widget: "widget.html", loader: "src/widget/loader.ts" },
      // Pages of others name the script; all else has its content's hash in its name.
      output: { entryFileNames: (chunk) => (chunk.name === "loader" ? "widget.js" : "assets/[name]-[hash].js") },
    },
  },
  test: { include: ["{src,scripts}/**/*.test.{ts,tsx}"] },
} as Parameters<typeof defineConfig>[0]);
