import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/api/schema.ts", "screenshots", "test-results", "playwright-report"] },
  ...tseslint.configs.strict,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  // Playwright's fixtures call `use`, which is no hook there.
  { files: ["tests/**"], rules: { "react-hooks/rules-of-hooks": "off" } },
  // One table of texts each; its length is the number of texts.
  { files: ["src/**/words.ts"], rules: { "max-lines": "off" } },
);
