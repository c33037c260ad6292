// Run from the root of the project, which the paths below start from.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["src/bimaru/web/page/**/*.js", "tests/page/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "eqeqeq": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "complexity": ["error", 20],
      // Puzzles are untrusted text and must never become markup.
      "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }, { property: "insertAdjacentHTML" }],
      "no-restricted-syntax": ["error", { selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']", message: "The content policy forbids style attributes." }],
    },
  },
  { files: ["tests/page/*.js"], languageOptions: { globals: globals.node } },
];
