// ESLint configuration. Four architecture rules: only src/backend imports Tauri, no raw HTML, folders import each other in
// one direction, and the texts of a folder are in its strings module.
import { readdirSync } from "node:fs";
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

const LETTERS = "/\\p{L}/u";
const TEXT_ATTRIBUTE = "JSXAttribute[name.name=/^(aria-label|title|placeholder|label|alt)$/]";
/** Literal and template text in a JSX expression, also as a branch of a conditional. */
const TEXT_IN_EXPRESSION = ["", "ConditionalExpression > ", "ConditionalExpression > ConditionalExpression > "].flatMap((path) =>
  [`Literal[value=${LETTERS}]`, `TemplateLiteral > TemplateElement[value.raw=${LETTERS}]`].map((text) => `JSXExpressionContainer > ${path}${text}`),
);
const noInlineText = [
  `JSXText[value=${LETTERS}]`,
  `${TEXT_ATTRIBUTE} > Literal[value=${LETTERS}]`,
  ...TEXT_IN_EXPRESSION.flatMap((text) => [`${TEXT_ATTRIBUTE} > ${text}`, `:matches(JSXElement, JSXFragment) > ${text}`]),
].map((selector) => ({ selector, message: "Texts of the interface are in the strings module of the folder." }));

/** Folders whose texts are not in a strings module yet. */

const FEATURES = [
  "history",
  "mutation",
  "servers",
  "clients",
  "store",
  "environments",
  "patch",
  "preferences",
  "approvals",
  "gateway",
  "run",
  "notes",
  "tool",
  "findings",
  "review",
  "rules",
  "toolsets",
  "bulk",
  "export",
  "pending",
  "catalog",
  "palette",
];
/** Import order: a folder imports only from folders in earlier entries. */
const FOLDERS = [["backend", "kit"], ["shared"], ...FEATURES.map((name) => [`features/${name}`]), ["app"]];

const unlisted = readdirSync(new URL("src/features", import.meta.url)).filter((name) => !FEATURES.includes(name));
if (unlisted.length > 0) throw new Error(`list in FEATURES, at its place in the order: ${unlisted.join(", ")}`);

const tauri = [
  { group: ["@tauri-apps/*"], message: "Only src/backend touches Tauri." },
  { group: ["**/bindings", "**/backend/bindings"], message: "Import from src/backend instead." },
];

const oneDirection = FOLDERS.flatMap((line, at) =>
  line.map((folder) => {
    const others = FOLDERS.slice(at).flat().filter((other) => other !== folder);
    const names = others.map((other) => other.replace("features/", "")).join("|");
    const later = {
      regex: `^(\\.\\./)+(features/)?(${names})(/|$)`,
      message: `src/${folder} comes earlier in the order of folders (eslint.config.js).`,
    };
    const patterns = [...(folder === "backend" ? [] : tauri), ...(others.length > 0 ? [later] : [])];
    return {
      files: [`src/${folder}/**`],
      ignores: ["**/*.test.*"],
      rules: { "no-restricted-imports": ["error", { patterns }] },
    };
  }),
);

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
      // The React Compiler is not used; the rule only reports components that it would skip.
      "react-hooks/incompatible-library": "off",
      "no-eval": "error",
      "no-implied-eval": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/backend/**"],
    rules: {
      "no-restricted-imports": ["error", { patterns: tauri }],
    },
  },
  {
    files: ["src/**/*.tsx"],
    ignores: ["src/**/strings.tsx", "src/**/*.test.tsx"],
    // A later list replaces an earlier one.
    rules: { "no-restricted-syntax": [...noRawHtml, ...noInlineText] },
  },
  ...oneDirection,
);
