// Lint rules; the two that hold the house up: only src/backend touches Tauri, and no raw HTML anywhere.
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const noRawHtml = [
  "error",
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: "Everything a server sends is hostile text. Use <ServerText>.",
  },
  {
    selector: "Property[key.name='dangerouslySetInnerHTML']",
    message: "Everything a server sends is hostile text. Use <ServerText>.",
  },
  {
    selector: "AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]",
    message: "Everything a server sends is hostile text. Use <ServerText>.",
  },
];

export default tseslint.config(
  { ignores: ["dist", "node_modules", "coverage", "src/backend/bindings.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  reactHooks.configs.flat["recommended-latest"],
  {
    languageOptions: { globals: globals.browser },
    rules: {
      "no-restricted-syntax": noRawHtml,
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      // The React Compiler is not used; the rule would only say that it would skip these components.
      "react-hooks/incompatible-library": "off",
      "no-eval": "error",
      "no-implied-eval": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/backend/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["@tauri-apps/*"], message: "Only src/backend touches Tauri." },
            { group: ["**/bindings", "**/backend/bindings"], message: "Import from src/backend instead." },
          ],
        },
      ],
    },
  },
);
